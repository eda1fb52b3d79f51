import t from 'tap';

import type { FeatureGate } from './feature-gates.ts';
import { describeGates, FeatureGates, parseFeatureGates } from './feature-gates.ts';
import { recordFeatureGates } from '../metric/feature-metric.ts';
import { createMetrics } from '../metric/metrics.ts';

const gates: FeatureGate[] = [
  { name: 'Young', maturity: 'alpha', meaning: 'a young feature' },
  { name: 'Grown', maturity: 'beta', meaning: 'a grown feature' },
  { name: 'Careful', maturity: 'beta', default: false, meaning: 'a beta feature documented as off' },
  { name: 'Settled', maturity: 'stable', meaning: 'a settled feature' },
  { name: 'Leaving', maturity: 'deprecated', meaning: 'a leaving feature' },
];
const set = (text: string): FeatureGates => new FeatureGates(gates, parseFeatureGates(text));

t.test(
  'by default alpha is off (VERS-010), beta on unless documented otherwise (VERS-012), stable on, deprecated off',
  (t) => {
    const state = set('');
    t.strictSame(
      gates.map(({ name }) => state.enabled(name)),
      [false, true, false, true, false],
    );
    t.strictSame(state.warnings, []);
    t.end();
  },
);

t.test('an operator switches alpha on (VERS-011) and beta off (VERS-013)', (t) => {
  const state = set('Young=true, Grown=false');
  t.ok(state.enabled('Young'));
  t.notOk(state.enabled('Grown'));
  t.strictSame(state.warnings, []);
  t.end();
});

t.test('enabling a stable gate changes nothing and warns (VERS-014, VERS-020)', (t) => {
  const state = set('Settled=true');
  t.ok(state.enabled('Settled'));
  t.match(state.warnings, [/Settled is stable.*no effect/]);
  t.end();
});

t.test('disabling a stable gate is refused (VERS-019)', (t) => {
  t.throws(() => set('Settled=false'), { name: 'FeatureGateError', message: /Settled is stable and can no longer/ });
  t.end();
});

t.test('a gate that is gone or never was is refused (VERS-015, VERS-018)', (t) => {
  t.throws(() => set('Removed=true'), { message: 'unknown feature gate Removed' });
  t.throws(() => set('__proto__=true'), { message: 'unknown feature gate __proto__' });
  t.end();
});

t.test('a deprecated gate works and warns (VERS-017, VERS-020)', (t) => {
  const state = set('Leaving=true');
  t.ok(state.enabled('Leaving'));
  t.match(state.warnings, [/Leaving is deprecated/]);
  t.end();
});

t.test('AllAlpha and AllBeta stand for the gates that are not named', (t) => {
  const state = set('AllAlpha=true,AllBeta=false,Grown=true');
  t.ok(state.enabled('Young'));
  t.ok(state.enabled('Grown'));
  t.notOk(state.enabled('Careful'));
  t.end();
});

t.test('a malformed setting is refused with the gate it names', (t) => {
  t.throws(() => parseFeatureGates('Young'), { message: /"Young": expected <name>=true/ });
  t.throws(() => parseFeatureGates('=true'), { message: /expected <name>/ });
  t.throws(() => parseFeatureGates('Young=maybe'), { message: /Young: "maybe" is neither/ });
  t.end();
});

t.test('help shows which gates have no effect (VERS-021)', (t) => {
  t.match(set('').describe().join('\n'), 'Settled (stable, always on, no effect): a settled feature');
  t.end();
});

t.test('help shows since which version a gate has its maturity, and the names that set many gates', (t) => {
  const help = describeGates([{ name: 'Dated', maturity: 'beta', since: '1.33', meaning: 'a dated feature' }]);
  t.match(help, '  Dated (beta since 1.33, default true): a dated feature\n  AllAlpha, AllBeta: every gate');
  t.end();
});

t.test('a metric shows each gate with its stage and whether it is on', async (t) => {
  const metrics = createMetrics();
  recordFeatureGates(set('Young=true'), metrics, 'orch_feature_enabled');
  const text = await metrics.render();
  t.match(text, 'orch_feature_enabled{name="Young",stage="ALPHA"} 1\n');
  t.match(text, 'orch_feature_enabled{name="Careful",stage="BETA"} 0\n');
  t.match(text, 'orch_feature_enabled{name="Settled",stage=""} 1\n');
  t.match(text, 'orch_feature_enabled{name="Leaving",stage="DEPRECATED"} 0\n');
});
