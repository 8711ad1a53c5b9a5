/** A command line of a part of the control plane. */
export interface Program {
  /** As the kernel and the log file call it: `kube-apiserver`. */
  readonly name: string;
  readonly path: string;
  readonly words: readonly string[];
}
