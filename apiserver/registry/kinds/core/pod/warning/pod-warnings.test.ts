// Every text here was seen from the real server, under its vendor.

import t from 'tap';
import type { ApiObject } from '../../../../../../shared/object/api-object.ts';
import type { PodSpec } from '../spec/pod-spec.ts';
import { vendorIds, vendorOf } from '../../../../../../shared/vendor/profile.ts';
import { templateWarnings, warningsOfTemplates } from './pod-warnings.ts';

type Security = NonNullable<PodSpec['securityContext']>;

for (const id of vendorIds) {
  const vendor = vendorOf(id);
  const of = (spec: PodSpec, annotations?: Readonly<Record<string, string>>, path = ''): readonly string[] =>
    templateWarnings(vendor)({ spec, metadata: annotations === undefined ? {} : { annotations } }, path);
  const label = (text: string): string => vendor.fill(text);

  t.test(`${id}: AppArmor profiles in annotations of templates, unless a field says the same`, async (t) => {
    const key = label('container.apparmor.security.beta.{label}/c');
    const template = (
      own: Security,
      ofPod: Security,
      text = 'localhost/p',
      path = 'spec.template',
    ): readonly string[] =>
      of(
        { containers: [{ name: 'c', image: 'i', securityContext: own }], securityContext: ofPod },
        { [key]: text },
        path,
      );
    const profile = { appArmorProfile: { type: 'Localhost', localhostProfile: 'p' } };
    const warning = `spec.template.metadata.annotations[${key}]: deprecated since v1.30; use the "appArmorProfile" field instead`;
    t.strictSame(template({}, {}), [warning]);
    t.strictSame(template({}, { appArmorProfile: { type: 'Unconfined' } }), [warning], 'the pod has another');
    t.strictSame(template({}, profile, 'localhost/'), [warning], 'it names none');
    t.strictSame(template({}, profile), []);
    t.strictSame(template({ appArmorProfile: { type: 'Unconfined' } }, {}), []);
    t.strictSame(template({}, {}, 'localhost/p', ''), [], 'a pod takes it over into the field');
  });

  t.test(`${id}: nodes that are chosen by older labels, and selectors that choose nothing`, async (t) => {
    const [os, arch, master] = ['beta.{label}/os', 'beta.{label}/arch', 'node-role.{label}/master'].map(label);
    const spec: PodSpec = {
      nodeSelector: { [os ?? '']: 'linux', zone: 'a' },
      affinity: {
        nodeAffinity: {
          requiredDuringSchedulingIgnoredDuringExecution: {
            nodeSelectorTerms: [{ matchExpressions: [{ key: arch ?? '', operator: 'Exists' }] }],
          },
          preferredDuringSchedulingIgnoredDuringExecution: [
            {
              weight: 1,
              preference: { matchExpressions: [{ key: master ?? '', operator: 'In', values: ['-', 'a'] }] },
            },
          ],
        },
        podAntiAffinity: {
          requiredDuringSchedulingIgnoredDuringExecution: [
            { topologyKey: 'z' },
            { topologyKey: 'z', labelSelector: {} },
          ],
        },
      },
      topologySpreadConstraints: [{ topologyKey: label('failure-domain.beta.{label}/zone') }],
    };
    const nodes = 'spec.affinity.nodeAffinity';
    const spread = 'spec.topologySpreadConstraints[0]';
    const none = 'labelSelector: a null labelSelector results in matching no pod';
    t.match(of(spec), [
      label('spec.nodeSelector[beta.{label}/os]: deprecated since v1.14; use "{label}/os" instead'),
      label(
        `${nodes}.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[0].matchExpressions[0].key: beta.{label}/arch is deprecated since v1.14; use "{label}/arch" instead`,
      ),
      label(
        `${nodes}.preferredDuringSchedulingIgnoredDuringExecution[0].preference.matchExpressions[0].key: node-role.{label}/master is use "node-role.{label}/control-plane" instead`,
      ),
      /preference\.matchExpressions\[0\]\.values\[0\]: - is invalid, a valid label must be/,
      label(
        `${spread}.topologyKey: failure-domain.beta.{label}/zone is deprecated since v1.17; use "topology.{label}/zone" instead`,
      ),
      `${spread}.${none}`,
      `spec.affinity.podAntiAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].${none}`,
    ]);
    t.equal(of(spec).length, 7);
  });

  t.test(`${id}: annotations that fields have replaced, unless the field is set`, async (t) => {
    const container = label('container.seccomp.security.alpha.{label}/c');
    const critical = label('scheduler.alpha.{label}/critical-pod');
    const annotations = { [critical]: '', [container]: 'unconfined' };
    const text = 'non-functional in v1.27+; use the "seccompProfile" field instead';
    t.strictSame(of({ containers: [{ name: 'c' }] }, annotations, 'spec.template'), [
      `spec.template.metadata.annotations[${critical}]: non-functional in v1.16+; use the "priorityClassName" field instead`,
      `spec.template.metadata.annotations[${container}]: ${text}`,
    ]);
    const secured = { name: 'c', securityContext: { seccompProfile: { type: 'Unconfined' } } };
    t.strictSame(of({ containers: [secured] }, { [container]: 'unconfined' }), []);
    t.strictSame(of({ containers: [{ name: 'other' }] }, { [container]: 'unconfined' }), []);
  });

  t.test(`${id}: a template is judged when it is new, and when an update raises the generation`, async (t) => {
    const warnings = warningsOfTemplates(vendor);
    const object = (generation: number): ApiObject =>
      ({ metadata: { generation }, spec: { template: { spec: { terminationGracePeriodSeconds: -1 } } } }) as never;
    const text =
      'spec.template.spec.terminationGracePeriodSeconds: must be >= 0; negative values are invalid and will be treated as 1';
    t.strictSame(warnings(object(1)), [text]);
    t.strictSame(warnings(object(2), object(1)), [text]);
    t.strictSame(warnings(object(2), object(2)), []);
    t.strictSame(warnings({ metadata: {} } as never), []);
  });

  t.test(`${id}: addresses that may be read in two ways`, async (t) => {
    t.match(of({ dnsConfig: { nameservers: ['010.1.1.1', '1.1.1.1'] }, hostAliases: [{ ip: '::0:1' }] }), [
      /^spec\.dnsConfig\.nameservers\[0\]: non-standard IP address "010\.1\.1\.1"/,
      'spec.hostAliases[0].ip: IPv6 address "::0:1" should be in RFC 5952 canonical format ("::1")',
    ]);
  });
}

const of = (spec: PodSpec): readonly string[] => templateWarnings(vendorOf('orch'))({ spec }, '');

t.test('sources of volumes that do nothing any more', async (t) => {
  t.strictSame(
    of({
      volumes: [
        { name: 'a', gitRepo: {} },
        { name: 'b', storageos: {} },
        { name: 'c', emptyDir: {} },
      ],
    }),
    [
      'spec.volumes[0].gitRepo: deprecated in v1.11, and disabled by default in v1.33+',
      'spec.volumes[1].storageOS: deprecated in v1.22, non-functional in v1.25+',
    ],
  );
});

t.test('files of a volume that lie in each other’s place', async (t) => {
  const items = (...paths: string[]) => ({ items: paths.map((path) => ({ key: 'k', path })) });
  const [configMap, secret] = [
    { name: 'm', ...items('p', 'p/', 'p/q', 'pq', 'o') },
    { secretName: 's', ...items('x/y', 'x') },
  ];
  const lead = 'volume "c" (ConfigMap "m"): overlapping paths:';
  t.strictSame(
    of({
      volumes: [
        { name: 'c', configMap },
        { name: 's', secret },
      ],
    }),
    [
      `${lead} "p" with "p"`,
      `${lead} "p/q" with "p"`,
      `${lead} "p/q" with "p"`,
      'volume "s" (Secret "s"): overlapping paths: "x" with "x/y"',
    ],
  );
  const sources = [{ configMap: { name: 'm', ...items('t') } }, { secret: { name: 's', ...items('t/u') } }, {}];
  t.strictSame(of({ volumes: [{ name: 'p', projected: { sources } }] }), [
    'volume "p" (Projected) has no sources provided',
    'volume "p" (Projected): overlapping paths: "t/u" (Secret "s") with "t" (ConfigMap "m")',
  ]);
});

t.test('amounts of bytes that are no whole numbers', async (t) => {
  const amounts = { memory: '1.5', 'ephemeral-storage': '2', cpu: '1500m' };
  t.strictSame(of({ containers: [{ name: 'c', resources: { limits: amounts } }], overhead: { memory: '1Ki' } }), [
    'spec.containers[0].resources.limits[memory]: fractional byte value "1500m" is invalid, must be an integer',
  ]);
});

t.test('variables that hide others', async (t) => {
  const env = [
    { name: 'A', value: '1' },
    { name: 'A', value: '$(A)2' },
    { name: 'A', value: '$(A)' },
    { name: 'A', valueFrom: {} },
    { name: 'B' },
  ];
  const text = 'hides previous definition of "A", which may be dropped when using apply';
  t.strictSame(of({ containers: [{ name: 'c', env }] }), [
    `spec.containers[0].env[2]: ${text}`,
    `spec.containers[0].env[3]: ${text}`,
  ]);
});

t.test('ports that are the same, or may be', async (t) => {
  const one = [
    { containerPort: 80, name: 'a' },
    { containerPort: 80 },
    { containerPort: 80, hostPort: 82, hostIP: '1.1.1.1' },
  ];
  const two = [
    { containerPort: 80, name: 'a', hostPort: 82 },
    { containerPort: 90, hostPort: 90, hostIP: '1.1.1.1' },
    { containerPort: 90, hostPort: 90, hostIP: '1.1.1.2' },
    { containerPort: 91, hostIP: '1.1.1.1', protocol: 'TCP' },
  ];
  const path = (container: number, port: number): string => `spec.containers[${container}].ports[${port}]`;
  const containers = [
    { name: 'c', ports: one },
    { name: 'd', ports: two },
  ];
  t.strictSame(of({ containers }), [
    `${path(0, 1)}: duplicate port definition with ${path(0, 0)}`,
    `${path(0, 2)}: overlapping port definition with ${path(0, 0)}`,
    `${path(0, 2)}: overlapping port definition with ${path(0, 1)}`,
    `${path(1, 0)}: overlapping port definition with ${path(0, 0)}`,
    `${path(1, 0)}: overlapping port definition with ${path(0, 1)}`,
    `${path(1, 0)}: dangerously ambiguous port definition with ${path(0, 2)}`,
    `${path(1, 3)}: hostIP set without hostPort: {Name: HostPort:0 ContainerPort:91 Protocol:TCP HostIP:1.1.1.1}`,
    `${path(1, 0)}: duplicate port name "a" with ${path(0, 0)}, services and probes that select ports by name will use ${path(0, 0)}`,
  ]);
});

t.test('lists that name something twice', async (t) => {
  const spec = {
    imagePullSecrets: [{ name: 'a' }, { name: 'a' }, {}],
    hostAliases: [{ ip: '1.2.3.4' }, { ip: '1.2.3.4' }],
  };
  t.strictSame(of(spec), [
    'spec.hostAliases[1].ip: duplicate ip "1.2.3.4"',
    'spec.imagePullSecrets[1].name: duplicate name "a"',
    'spec.imagePullSecrets[2].name: invalid empty name ""',
  ]);
});

t.test('many ports that are the same, and many files of one folder, give a limited number of warnings', async (t) => {
  const many = 50_000;
  const ports = Array.from({ length: many }, () => ({ containerPort: 80 }));
  const items = Array.from({ length: many }, (_, index) => ({ key: 'k', path: `f/${index}` }));
  t.ok(of({ containers: [{ name: 'c', ports }], volumes: [{ name: 'v', configMap: { items } }] }).length < 500);
});
