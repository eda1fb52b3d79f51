import t from 'tap';
import { faultFinder } from '../../../../fixtures/apiserver/fault-finder.fixture.ts';

const resource = 'networkpolicies.networking.{api}';

t.test('peers of both directions are checked: from of ingress, to of egress', async (t) => {
  const faults = await faultFinder(t);
  const policy = (rules: object) => faults(resource, 'x', { podSelector: {}, ...rules });
  for (const [direction, peers] of [
    ['ingress', 'from'],
    ['egress', 'to'],
  ] as const) {
    const path = `spec.${direction}[0].${peers}[0]`;
    t.strictSame(await policy({ [direction]: [{ [peers]: [{ podSelector: {} }] }] }), []);
    t.strictSame(await policy({ [direction]: [{ [peers]: [{ namespaceSelector: {}, podSelector: {} }] }] }), []);
    t.strictSame(await policy({ [direction]: [{ [peers]: [{}] }] }), [`${path}: Required value: must specify a peer`]);
    const both = { podSelector: {}, ipBlock: { cidr: '10.0.0.0/8' } };
    t.strictSame(await policy({ [direction]: [{ [peers]: [both] }] }), [
      `${path}: Forbidden: may not specify both ipBlock and another peer`,
    ]);
  }
});

t.test('ports of both directions are checked, and an end needs a number to begin at', async (t) => {
  const faults = await faultFinder(t);
  for (const direction of ['ingress', 'egress']) {
    const port = (given: object) =>
      faults(resource, 'x', { podSelector: {}, [direction]: [{ ports: [{ protocol: 'TCP', ...given }] }] });
    const path = `spec.${direction}[0].ports[0]`;
    t.strictSame(await port({ port: 80 }), []);
    t.strictSame(await port({ port: 80, endPort: 80 }), []);
    t.strictSame(await port({ port: 'web' }), []);
    t.match(await port({ port: 80, endPort: 79 }), [/must be greater than or equal to `port`$/]);
    t.match(await port({ endPort: 80 }), [`${path}.endPort: `]);
    t.match(await port({ port: 'web', endPort: 80 }), [`${path}.endPort: `]);
    t.match(await port({ port: 0 }), [`${path}.port: `]);
    t.match(await port({ port: 65_536 }), [`${path}.port: `]);
    t.match(await port({ port: 'Web_1' }), [`${path}.port: `]);
  }
});

t.test('a policy has at most two types', async (t) => {
  const faults = await faultFinder(t);
  const types = (...policyTypes: string[]) => faults(resource, 'x', { podSelector: {}, policyTypes });
  t.strictSame(await types('Ingress', 'Egress'), []);
  t.match((await types('Ingress', 'Egress', 'Ingress')).join(), 'may not specify more than two policyTypes');
});
