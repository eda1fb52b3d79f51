// Rates of processor time from samples.

import t from 'tap';
import { CpuRates } from './cpu-rates.ts';

const rate = (rates: CpuRates, at: number, coreNanoseconds: number) =>
  rates.rated('x', { at, coreNanoseconds }).nanoCores;

t.test('a rate is the mean since the sample before; none is made up', async (t) => {
  const rates = new CpuRates();
  t.equal(rate(rates, 0, 0), undefined, 'one sample is no rate');
  t.equal(rate(rates, 2_000, 1_000_000_000), 500_000_000, 'half a core');
  t.equal(rate(rates, 2_500, 9_000_000_000), 500_000_000, 'too soon: the rate before');
  t.equal(rate(rates, 4_000, 1_000_000_000), 0);
  t.equal(rate(rates, 6_000, 5), undefined, 'a counter that went back begins anew');
  t.equal(rate(rates, 5_000, 9), undefined, 'so does a clock');
  t.equal(rate(rates, 7_000, 2_000_000_009), 1_000_000_000);
  t.equal(rate(rates, 800_000, 2_000_000_009), 0, 'known until it is asked for again');
});

t.test(
  'a rate is right when reads are close together, whatever the runtime measured since the read before',
  async (t) => {
    const rates = new CpuRates();
    const read = (at: number, nanoCores: number) =>
      rates.rated('x', { at, coreNanoseconds: at * 500_000, nanoCores }).nanoCores;
    t.equal(read(0, 0), undefined, 'nothing is known yet: 0 would be a lie');
    t.equal(read(50, 0), undefined);
    t.equal(read(200, 0), 500_000_000, 'since the first read');
    t.equal(read(400, 7), 500_000_000);
    t.equal(read(2_000, 0), 500_000_000);
    for (const at of [2_001, 2_100, 2_999]) t.equal(read(at, 0), 500_000_000, `at ${at}`);
  },
);

t.test('the rate of the runtime is used without a counter, or with one sample of it', async (t) => {
  const rates = new CpuRates();
  t.strictSame(rates.rated('x', { at: 0, nanoCores: 7, coreNanoseconds: 1 }), {
    at: 0,
    nanoCores: 7,
    coreNanoseconds: 1,
  });
  t.strictSame(rates.rated('x', { at: 0 }), { at: 0 });
  t.strictSame(rates.rated('x', { at: 9, nanoCores: 0 }), { at: 9, nanoCores: 0 });
});
