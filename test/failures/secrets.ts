import type { Scenario } from '#twin/scenario/schema';

/** Planted where a careless tool would pick them up: searched for in everything that is printed or written. */
export const SECRETS = [
  'planted-in-a-secret',
  'planted-in-the-environment-of-a-container',
  'planted-in-configuration-values',
  'planted-in-an-annotation',
  'planted-in-a-config-map',
  // The twin's clients are given these.
  'planted-aws-secret-access-key',
  'planted-aws-session-token',
] as const;

/** The same, also as the API carries a Secret. */
export const SEARCHED: readonly string[] = SECRETS.flatMap((it) => [it, Buffer.from(it).toString('base64')]);

const [inSecret, inEnvironment, inConfiguration, inAnnotation, inConfigMap] = SECRETS;

/** The credentials of every command. */
export const SECRET_ENVIRONMENT: Readonly<Record<string, string>> = {
  AWS_SECRET_ACCESS_KEY: SECRETS[5],
  AWS_SESSION_TOKEN: SECRETS[6],
};

/** The scenario with secrets in a Secret, a ConfigMap, the environment of containers, annotations, and settings of add-ons. */
export function withSecrets(scenario: Scenario): Scenario {
  const addons = scenario.addons.map((addon) =>
    addon.addonName === 'coredns'
      ? { ...addon, configurationValues: JSON.stringify({ env: { TOKEN: inConfiguration } }) }
      : addon,
  );
  return { ...scenario, addons, objects: [...scenario.objects.map(withSecretTemplate), ...OBJECTS] };
}

const OBJECTS: Scenario['objects'] = [
  {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: 'planted', namespace: 'default' },
    type: 'Opaque',
    data: { token: Buffer.from(inSecret).toString('base64') },
  },
  {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'planted', namespace: 'kube-system' },
    data: { token: inConfigMap },
  },
];

interface Template {
  readonly template?: {
    readonly metadata?: { readonly annotations?: object };
    readonly spec?: { readonly containers?: readonly object[] };
  };
}

function withSecretTemplate(object: Scenario['objects'][number]): Scenario['objects'][number] {
  const { template, ...spec } = (object.spec ?? {}) as Template;
  if (template?.spec?.containers === undefined) return object;
  const containers = template.spec.containers.map((it) => ({ ...it, env: [{ name: 'TOKEN', value: inEnvironment }] }));
  const { annotations, ...metadata } = template.metadata ?? {};
  const withToken = { ...metadata, annotations: { ...annotations, 'example.com/token': inAnnotation } };
  return { ...object, spec: { ...spec, template: { metadata: withToken, spec: { ...template.spec, containers } } } };
}
