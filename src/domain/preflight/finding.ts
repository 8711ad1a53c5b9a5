import type { FindingCode } from '#errors/catalogue/catalogue';

/** The phases that checks guard: a check is repeated right before its phase and after every resume in it. */
export type Phase = 'control-plane' | 'new-nodes' | 'drain' | 'delete-old-nodes' | 'addons';

/** The coded result of a check. */
export interface Finding {
  /** UPPER_SNAKE, stable: `KUBELET_TOO_OLD`. */
  readonly code: FindingCode;
  /** `block` stops the run unless accepted by code and object; `risk` is shown and recorded; `info` is shown. */
  readonly severity: 'block' | 'risk' | 'info';
  /** `namespace/name`, a node, a subnet id …: what `--accept CODE=object` names. */
  readonly object: string;
  readonly why: string;
  readonly whatToDo: string;
  readonly guards: Phase;
}

/** `--accept CODE=object`. */
export interface Acceptance {
  readonly code: string;
  readonly object: string;
}
