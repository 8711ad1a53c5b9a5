import { randomBytes } from 'node:crypto';
import { handleAws } from './aws/handle-aws.ts';
import { createCertificates } from './certificates.ts';
import { handleControl } from './control/handle-control.ts';
import { Holds } from './control/holds.ts';
import { startClock } from './control/start-clock.ts';
import type { Handle } from './exchange.ts';
import { writeKubeconfig } from './kubeconfig.ts';
import { handleKubernetes } from './kubernetes/handle-kubernetes.ts';
import { createWatches } from './kubernetes/watches.ts';
import { listen } from './listen.ts';
import { numberedRequests } from './numbered-requests.ts';
import type { ServedTwin } from './served-twin.ts';
import { machineClock, type WallClock } from './wall-clock.ts';

const HOST = '127.0.0.1';

export interface ServeOptions {
  /** `consent`: time moves only inside a runner's request; `wall`: it runs as the wall clock does. */
  readonly clock: 'consent' | 'wall';
  /** Gets the kubeconfig; made 0700. */
  readonly folder: string;
  /** Port for AWS and control; default 0, any free one. */
  readonly awsPort?: number;
  /** Port for Kubernetes; default 0, any free one. */
  readonly kubernetesPort?: number;
  /** Default: the machine's clock. */
  readonly wall?: WallClock;
}

/** A twin that is being served, and what its clients need. */
export interface Served {
  /** For AWS_ENDPOINT_URL. */
  readonly awsUrl: string;
  readonly kubernetesUrl: string;
  /** Path of the kubeconfig, 0600. */
  readonly kubeconfig: string;
  readonly caPem: string;
  /** The kubeconfig's bearer token. */
  readonly token: string;
  readonly controlUrl: string;
  readonly controlToken: string;
  /** Ends both servers, their connections and watches, and the clock. */
  close(): Promise<void>;
}

/** Serves a twin on the loopback interface as EKS, EC2 and STS (HTTP) and as Kubernetes (HTTPS), with control endpoints beside AWS. */
export async function serveTwin(twin: ServedTwin, options: ServeOptions): Promise<Served> {
  const wall = options.wall ?? machineClock;
  const certificates = await createCertificates();
  const [token, controlToken] = [secret(), secret()];
  const watches = createWatches(twin.face.kubernetes, () => twin.time.now(), wall);
  twin.faults?.keepWatches(watches);
  const clock = startClock(twin, options.clock, wall, watches);
  const holds = new Holds();
  const { numbered, counts } = numberedRequests(holds.around);
  const inTime = (handle: Handle): Handle =>
    numbered((incoming) => {
      clock.catchUp();
      return handle(incoming);
    });

  const now = () => twin.time.now();
  const serving = { face: twin.face.kubernetes, watches, now };
  const rules = { token, now: () => (options.clock === 'wall' ? wall.now() : null) };
  const kubernetes = await listen(
    { host: HOST, port: options.kubernetesPort ?? 0, tls: certificates },
    now,
    inTime(handleKubernetes(serving, rules)),
  );
  const aws = await listen(
    { host: HOST, port: options.awsPort ?? 0 },
    now,
    besideControl(
      handleControl({ twin, token: controlToken, clock, present: clock.present, holding: { holds, counts } }),
      inTime(handleAws(twin.face)),
    ),
  );
  twin.setEndpoint(kubernetes.url, Buffer.from(certificates.ca).toString('base64'));
  const access = { cluster: twin.identity().cluster, server: kubernetes.url, caPem: certificates.ca, token };

  return {
    awsUrl: aws.url,
    kubernetesUrl: kubernetes.url,
    kubeconfig: await writeKubeconfig(options.folder, access),
    caPem: certificates.ca,
    token,
    controlUrl: `${aws.url}/twin`,
    controlToken,
    close: async () => {
      clock.stop();
      watches.close();
      await Promise.all([aws.close(), kubernetes.close()]);
    },
  };
}

const secret = (): string => randomBytes(24).toString('base64url');

const besideControl =
  (control: Handle, aws: Handle): Handle =>
  (incoming) =>
    incoming.segments[0] === 'twin' ? control(incoming) : aws(incoming);
