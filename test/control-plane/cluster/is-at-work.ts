import { open, stat } from 'node:fs/promises';

/** How long the audit log is, in bytes. */
export const lengthOf = async (auditLog: string): Promise<number> => (await stat(auditLog)).size;

/** Whether this part of the control plane, in this version, has sent requests since the audit log was `from` bytes long. */
export async function isAtWork(name: string, version: string, auditLog: string, from: number): Promise<boolean> {
  const file = await open(auditLog);
  try {
    const added = Buffer.alloc(Math.max(0, (await file.stat()).size - from));
    await file.read(added, 0, added.length, from);
    return added.includes(`"userAgent":"${name}/${version} `);
  } finally {
    await file.close();
  }
}
