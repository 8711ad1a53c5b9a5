import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { EC2Client } from '@aws-sdk/client-ec2';
import { EKSClient } from '@aws-sdk/client-eks';
import { onTestFinished } from 'vitest';
import { createEc2 } from '#adapters/aws/ec2';
import { createEks } from '#adapters/aws/eks';
import type { Ec2 } from '#ports/ec2';
import type { Eks } from '#ports/eks';

export interface AskedOfAws {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** What goes back: a status, a content type, a text, and further headers. */
export type AwsReply = readonly [
  status: number,
  type: string,
  text: string,
  headers?: Readonly<Record<string, string>>,
];

/** A raw server on the loopback interface in the place of EKS and EC2, with clients that try once. */
export async function awsServer(
  reply: (asked: AskedOfAws) => AwsReply,
): Promise<{ eks: Eks; ec2: Ec2; url: string; asked: AskedOfAws[] }> {
  const asked: AskedOfAws[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = '', url = '', headers } = request;
    const one = { method, url, headers, body: Buffer.concat(chunks).toString() };
    asked.push(one);
    const [status, type, text, more = {}] = reply(one);
    response.writeHead(status, { 'content-type': type, ...more });
    response.end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const settings = {
    region: 'ap-northeast-1',
    endpoint: url,
    maxAttempts: 1,
    credentials: { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'secret' },
  };
  return { eks: createEks(new EKSClient(settings)), ec2: createEc2(new EC2Client(settings)), url, asked };
}

/** A JSON reply as EKS gives it. */
export const eksReply = (status: number, body: unknown, errorType?: string): AwsReply => [
  status,
  'application/json',
  JSON.stringify(body),
  errorType === undefined ? {} : { 'x-amzn-errortype': errorType },
];
