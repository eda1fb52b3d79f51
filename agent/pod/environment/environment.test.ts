// The variables of a container: values, references, fields, amounts, config maps, secrets and services.

import t from 'tap';
import type { Container, Pod } from '../object/pod.ts';
import { type EnvironmentFacts, environmentOf } from './environment.ts';
import { expanded } from './expansion.ts';
import { serviceVariables } from './service-variables.ts';

const { signal } = new AbortController();
const container = (fields: Partial<Container>): Container => ({ name: 'c', ...fields });
const pod: Pod = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'p', namespace: 'ns', uid: 'u', labels: { a: 'b' } },
  spec: {
    serviceAccountName: 'sa',
    containers: [container({ resources: { limits: { cpu: '1500m' }, requests: { memory: '65Mi' } } })],
  },
};
const facts: EnvironmentFacts = {
  pod,
  podIps: ['10.0.0.2', 'fd00::2'],
  hostIps: ['192.0.2.1'],
  nodeName: 'n1',
  allocatable: { cpu: '4', memory: '1Gi' },
  services: new Map([['SVC_HOST', '10.0.0.9']]),
  read: async (kind, namespace, name) => {
    if (namespace !== 'ns' || name !== 'known') return undefined;
    return {
      type: '',
      values: new Map([
        ['key', Buffer.from(`${kind} value`)],
        ['odd=name', Buffer.from('x')],
        ['bytes', Buffer.from([0, 1])],
      ]),
      binary: new Set(['bytes']),
    };
  },
};
const valuesOf = async (fields: Partial<Container>) =>
  Object.fromEntries(await environmentOf(facts, container(fields), signal));

t.test('references are replaced, unknown ones stay, and two signs stand for one', async (t) => {
  const known = new Map([['A', '1']]);
  t.equal(expanded('$(A) $(B) $$(A) $A $', known), '1 $(B) $(A) $A $');
  const env = [
    { name: 'A', value: '1' },
    { name: 'B', value: '$(A)-$(C)-$(SVC_HOST)' },
    { name: 'C', value: '3' },
  ];
  t.match(await valuesOf({ env }), { B: '1-$(C)-10.0.0.9', C: '3' });
});

t.test('fields and amounts of the pod', async (t) => {
  const field = (name: string, fieldPath: string) => ({ name, valueFrom: { fieldRef: { fieldPath } } });
  const amount = (name: string, resource: string, divisor?: string) => ({
    name,
    valueFrom: { resourceFieldRef: { resource, ...(divisor === undefined ? {} : { divisor }) } },
  });
  t.match(
    await valuesOf({
      env: [
        field('NAME', 'metadata.name'),
        field('UID', 'metadata.uid'),
        field('LABEL', "metadata.labels['a']"),
        field('NONE', "metadata.labels['toString']"),
        field('NODE', 'spec.nodeName'),
        field('ACCOUNT', 'spec.serviceAccountName'),
        field('IP', 'status.podIP'),
        field('IPS', 'status.podIPs'),
        field('HOST', 'status.hostIP'),
        amount('CPU', 'limits.cpu'),
        amount('MILLI', 'limits.cpu', '1m'),
        amount('MEMORY', 'requests.memory', '1Mi'),
        amount('DEFAULT', 'limits.memory', '1Mi'),
      ],
    }),
    {
      NAME: 'p',
      UID: 'u',
      LABEL: 'b',
      NONE: '',
      NODE: 'n1',
      ACCOUNT: 'sa',
      IP: '10.0.0.2',
      IPS: '10.0.0.2,fd00::2',
      HOST: '192.0.2.1',
      CPU: '2',
      MILLI: '1500',
      MEMORY: '65',
      DEFAULT: '1024',
    },
  );
  await t.rejects(valuesOf({ env: [field('X', 'status.phase')] }), {
    name: 'ConfigRefused',
    message: /unsupported fieldPath/,
  });
});

t.test('config maps and secrets, as a whole and by key', async (t) => {
  const found = await valuesOf({
    envFrom: [{ prefix: 'P_', configMapRef: { name: 'known' } }, { secretRef: { name: 'none', optional: true } }],
    env: [
      { name: 'KEY', valueFrom: { secretKeyRef: { name: 'known', key: 'key' } } },
      { name: 'NOT', valueFrom: { secretKeyRef: { name: 'known', key: 'other', optional: true } } },
      { name: 'P_key', value: 'own' },
    ],
  });
  t.match(found, { KEY: 'Secret value', P_key: 'own' });
  t.notOk(Object.hasOwn(found, 'NOT'));
  t.notOk(Object.hasOwn(found, 'P_odd=name'), 'what no program could read is left out');
  t.notOk(Object.hasOwn(found, 'P_bytes'), 'and so are bytes');
  for (const [fields, message] of [
    [{ envFrom: [{ configMapRef: { name: 'none' } }] }, 'configmap "none" not found'],
    [{ envFrom: [{ secretRef: { name: 'none' } }] }, 'secret "none" not found'],
    [
      { env: [{ name: 'X', valueFrom: { configMapKeyRef: { name: 'known', key: 'z' } } }] },
      "couldn't find key z in ConfigMap ns/known",
    ],
    [
      { env: [{ name: 'X', valueFrom: { configMapKeyRef: { name: 'known', key: 'bytes' } } }] },
      "couldn't find key bytes in ConfigMap ns/known",
    ],
  ] as const) {
    await t.rejects(valuesOf(fields), { name: 'ConfigRefused', message });
  }
});

t.test('services of the namespace where the pod wants them, and the API server always', async (t) => {
  const service = (namespace: string, name: string, clusterIP: string) => ({
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name, namespace },
    spec: { clusterIP, ports: [{ name: 'web', port: 80 }] },
  });
  const services = [
    service('default', 'api', '10.0.0.1'),
    service('ns', 'my-db', '10.0.0.3'),
    service('ns', 'headless', 'None'),
    service('other', 'x', '10.0.0.4'),
  ];
  const names = (links: boolean) => [...serviceVariables(services, 'ns', 'api', links).keys()];
  t.strictSame(
    names(true).filter((name) => name.endsWith('_SERVICE_HOST')),
    ['API_SERVICE_HOST', 'MY_DB_SERVICE_HOST'],
  );
  t.notOk(names(false).some((name) => name.startsWith('MY_DB')));
  t.match(Object.fromEntries(serviceVariables(services, 'ns', 'api', true)), {
    MY_DB_SERVICE_HOST: '10.0.0.3',
    MY_DB_SERVICE_PORT: '80',
    MY_DB_SERVICE_PORT_WEB: '80',
    MY_DB_PORT: 'tcp://10.0.0.3:80',
    MY_DB_PORT_80_TCP: 'tcp://10.0.0.3:80',
    MY_DB_PORT_80_TCP_ADDR: '10.0.0.3',
  });
});
