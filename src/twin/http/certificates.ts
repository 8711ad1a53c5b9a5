import { generate } from 'selfsigned';

export interface Certificates {
  /** PEM of the authority that signed the server's certificate. */
  readonly ca: string;
  readonly cert: string;
  readonly key: string;
}

/** A new authority and a certificate for 127.0.0.1 and localhost signed by it; nobody else knows their keys. */
export async function createCertificates(): Promise<Certificates> {
  const authority = await generate([{ name: 'commonName', value: 'kubernetes' }], {
    ...KEY,
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true, digitalSignature: true, critical: true },
    ],
  });
  const server = await generate([{ name: 'commonName', value: 'kube-apiserver' }], {
    ...KEY,
    ca: { key: authority.private, cert: authority.cert },
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'keyUsage', digitalSignature: true, keyEncipherment: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames: [
          { type: 7, ip: '127.0.0.1' },
          { type: 2, value: 'localhost' },
        ],
      },
    ],
  });
  return { ca: authority.cert, cert: server.cert, key: server.private };
}

const KEY = { keyType: 'ec', curve: 'P-256', algorithm: 'sha256' } as const;
