// The objects that the benchmarks store. Their sizes are what the figures refer to.

/** Labels. Each value selects one object of twenty. */
export function slotOf(index: number): Readonly<Record<string, string>> {
  return { slot: `s${index % 20}` };
}

/** A config map of about 1 KB on the wire. */
export function configMap(name: string, bytes = 700, labels: Readonly<Record<string, string>> = {}): object {
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name, labels: { app: 'bench', ...labels } },
    data: { text: 'x'.repeat(bytes) },
  };
}

/** A pod of about 2 KB as the service stores it. */
export function pod(name: string): object {
  const env = Array.from({ length: 8 }, (_, index) => ({ name: `SETTING_${index}`, value: 'some value '.repeat(4) }));
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, labels: { app: 'bench', tier: 'backend' }, annotations: { note: 'x'.repeat(200) } },
    spec: {
      containers: [
        {
          name: 'main',
          image: 'registry.example/app:1.0',
          env,
          ports: [{ containerPort: 8080 }],
          resources: { requests: { cpu: '100m', memory: '64Mi' } },
        },
      ],
    },
  };
}
