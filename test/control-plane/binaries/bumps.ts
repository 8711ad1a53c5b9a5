import { minorOf } from './versions.ts';

/** A reflect2 that copes with the maps of Go 1.24: https://github.com/modern-go/reflect2/issues/32 */
const REFLECT = 'github.com/modern-go/reflect2@v1.0.3-0.20250322232337-35a7c28c31ee';
/** Goes with that reflect2. */
const JSON_ITERATOR = 'github.com/json-iterator/go@v1.1.12';

/** Modules that a version of Kubernetes needs newer than it asks for, so that a current Go builds what runs. */
export function bumpsOf(version: string): readonly string[] {
  if (minorOf(version) <= 22) return [REFLECT, JSON_ITERATOR];
  return minorOf(version) <= 24 ? [REFLECT] : [];
}
