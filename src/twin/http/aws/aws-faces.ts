import type { TwinFace } from '../../api/face.ts';

/** The services of AWS that are served at one address. */
export type AwsFaces = Pick<TwinFace, 'eks' | 'ec2' | 'sts'>;
