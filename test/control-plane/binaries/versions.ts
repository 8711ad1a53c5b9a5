/** The version of each minor that this control plane is known to work with; a hop needs two neighbours. */
const VERSION_OF_MINOR: Readonly<Record<string, string>> = {
  '1.20': 'v1.20.15',
  '1.21': 'v1.21.14',
  '1.24': 'v1.24.17',
  '1.29': 'v1.29.6',
  '1.30': 'v1.30.14',
  '1.32': 'v1.32.13',
  '1.33': 'v1.33.13',
  '1.34': 'v1.34.4',
  '1.35': 'v1.35.4',
  '1.36': 'v1.36.3',
  '1.37': 'v1.37.2',
};

/** Versions of a pair or of a single minor: `1.36-1.37` gives v1.36.3 and v1.37.2, `1.24` gives v1.24.17. */
export const versionsOf = (pair: string): readonly string[] => pair.split('-').map(versionOf);

/** `1.36` gives v1.36.3. */
export function versionOf(minor: string): string {
  const version = VERSION_OF_MINOR[minor];
  if (version !== undefined) return version;
  throw new RangeError(`no version for "${minor}"; there is ${Object.keys(VERSION_OF_MINOR).join(', ')}`);
}

export { minorOf } from '#twin/model/resources';
