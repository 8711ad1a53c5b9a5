import { expect, test } from 'vitest';
import { goMod } from './module-of.ts';

const UPSTREAM = `module k8s.io/kubernetes

go 1.26.0

godebug default=go1.26

require (
	github.com/spf13/cobra v1.10.0
	k8s.io/api v0.0.0
)

replace (
	k8s.io/api => ./staging/src/k8s.io/api
	k8s.io/kubernetes => ../kubernetes
)
`;

test("takes each part of Kubernetes at the version that was published with it, and keeps upstream's other modules", () => {
  expect(goMod(UPSTREAM, 'v1.36.3')).toBe(`module control-plane

go 1.26.0

godebug default=go1.26

require (
	github.com/spf13/cobra v1.10.0
	k8s.io/api v0.0.0
)

replace (
	k8s.io/api => k8s.io/api v0.36.3
)
`);
});
