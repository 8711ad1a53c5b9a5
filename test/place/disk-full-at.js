// For `node --import`: writes to files whose path fits DISK_FULL_AT fail as on a full disk.
import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';

const full = new RegExp(process.env.DISK_FULL_AT ?? '(?!)');
const { open } = fs;

fs.open = async (path, ...how) => {
  const file = await open(path, ...how);
  if (full.test(String(path))) file.writeFile = () => Promise.reject(noSpace());
  return file;
};
syncBuiltinESMExports();

const noSpace = () =>
  Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', errno: -28, syscall: 'write' });
