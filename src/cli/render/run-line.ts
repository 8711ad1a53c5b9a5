import type { RunStatus } from '../flow/run-status.ts';
import { ago } from './ago.ts';
import { stateInWords } from './phase.ts';

interface Place {
  readonly run: string;
  readonly cluster: string;
  readonly region: string;
}

/** One of several runs: which it is, how it stands, since when, and what is true of its cluster. */
export function runLine({ run, cluster, region }: Place, status: RunStatus, now: number): string {
  const cautious = status.clusterState === null ? '' : `; ${status.clusterState}`;
  return `${run}  ${cluster} in ${region}: ${inShort(status)}, since ${ago(status.since, now)}${cautious}`;
}

function inShort({ situation, gate, worked }: RunStatus): string {
  const at = stateInWords(worked);
  switch (situation) {
    case 'at-gate':
      return `waits for approval before ${gate}`;
    case 'parked':
    case 'paused':
    case 'stopped':
      return `${situation} at "${at}"`;
    default:
      return `${situation}: ${at}`;
  }
}
