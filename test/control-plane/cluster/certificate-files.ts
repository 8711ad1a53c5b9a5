import { generateKeyPairSync } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createCertificates } from '#twin/http/certificates';

/** Paths of the keys and certificates of one cluster. */
export interface CertificateFiles {
  readonly caPem: string;
  readonly ca: string;
  readonly cert: string;
  readonly key: string;
  /** RSA key that signs the tokens of service accounts. */
  readonly accounts: string;
}

/** Writes new ones into `folder`; the API server's certificate is for 127.0.0.1. */
export async function writeCertificates(folder: string): Promise<CertificateFiles> {
  const { ca, cert, key } = await createCertificates();
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const write = async (name: string, text: string) => {
    const path = join(folder, name);
    await writeFile(path, text, { mode: 0o600 });
    return path;
  };
  return {
    caPem: ca,
    ca: await write('ca.crt', ca),
    cert: await write('api-server.crt', cert),
    key: await write('api-server.key', key),
    accounts: await write('service-accounts.key', privateKey.export({ type: 'pkcs1', format: 'pem' }) as string),
  };
}
