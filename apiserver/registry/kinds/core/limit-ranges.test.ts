import t from 'tap';
import { faultFinder } from '../../../../fixtures/apiserver/fault-finder.fixture.ts';

t.test('limits are of known types and resources, and their ratios can be kept', async (t) => {
  const faults = await faultFinder(t);
  const range = (limits: object) => faults('limitranges', 'x', { limits: [limits] });
  const path = 'spec.limits[0]';
  t.strictSame(
    await range({ type: 'Container', max: { cpu: '2' }, min: { cpu: '1' }, maxLimitRequestRatio: { cpu: '2' } }),
    [],
  );
  t.strictSame(await range({ type: 'a.b/c', max: { 'a.b/d': '1' } }), []);
  t.strictSame(await range({ type: 'x' }), [
    `${path}.type: Invalid value: "x": must be a standard limit type or fully qualified`,
  ]);
  t.strictSame(await range({ type: 'Container', min: { x: '1' } }).then((all) => all.slice(0, 2)), [
    `${path}.min[x]: Invalid value: "x": must be a standard resource type or fully qualified`,
    `${path}.min[x]: Invalid value: "x": must be a standard resource for containers`,
  ]);
  t.strictSame(await range({ type: 'PersistentVolumeClaim' }), [
    `${path}.limits: Required value: either minimum or maximum storage value is required, but neither was provided`,
  ]);
  t.strictSame(
    await range({
      type: 'Pod',
      max: { cpu: '2' },
      min: { cpu: '1' },
      maxLimitRequestRatio: { cpu: '3', memory: '500m' },
    }),
    [
      `${path}.maxLimitRequestRatio[cpu]: Invalid value: "3": ratio 3 is greater than max/min = 2.000000`,
      `${path}.maxLimitRequestRatio[memory]: Invalid value: "500m": ratio 500m is less than 1`,
    ],
  );
  t.match(
    await range({ type: 'Container', default: { 'hugepages-2Mi': '4Mi' }, defaultRequest: { 'hugepages-2Mi': '2Mi' } }),
    [
      `${path}.defaultRequest[hugepages-2Mi]: Invalid value: "2Mi": default value 4Mi must equal to defaultRequest value 2Mi in hugepages-2Mi`,
    ],
  );
});

t.test('what is less is not greater: least, asked for, default and most of each resource', async (t) => {
  const faults = await faultFinder(t);
  const range = (limits: object) => faults('limitranges', 'x', { limits: [{ type: 'Container', ...limits }] });
  const rows = [
    ['min', 'max', 'min', '3', 'min value', 'max value'],
    ['min', 'defaultRequest', 'defaultRequest', '2', 'min value', 'default request value'],
    ['defaultRequest', 'max', 'defaultRequest', '3', 'default request value', 'max value'],
    ['defaultRequest', 'default', 'defaultRequest', '3', 'default request value', 'default limit value'],
    ['min', 'default', 'default', '3', 'min value', 'default value'],
    ['default', 'max', 'default', '2', 'default value', 'max value'],
  ] as const;
  for (const [less, more, field, shown, lessText, moreText] of rows) {
    const about = `${less}, ${more}`;
    t.strictSame(await range({ [less]: { cpu: '2' }, [more]: { cpu: '3' } }), [], about);
    t.strictSame(await range({ [less]: { cpu: '2' }, [more]: { cpu: '2000m' } }), [], `${about} alike`);
    t.strictSame(await range({ [less]: { cpu: '3' }, [more]: { memory: '2' } }), [], `${about} of other resources`);
    // What is left out takes after another amount, and has a fault of its own then.
    const found = await range({ [less]: { cpu: '3' }, [more]: { cpu: '2' } });
    const expected = `spec.limits[0].${field}[cpu]: Invalid value: "${shown}": ${lessText} 3 is greater than ${moreText} 2`;
    t.ok(found.includes(expected), `${about}: ${found.join('; ')}`);
  }
});
