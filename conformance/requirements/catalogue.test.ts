// The catalogue is complete and consistent, and contradictory data is refused.

import t from 'tap';
import { loadCatalogue, whyNoCase } from './catalogue.ts';
import type { AreaRows, RequirementRow } from './contract/requirement.ts';

const row = (id: string, more: Partial<RequirementRow> = {}): RequirementRow => ({
  id,
  kind: 'semantics',
  subject: 'apiserver',
  level: 'must',
  observe: 'black-box',
  ...more,
});
const area = (requirements: readonly RequirementRow[], count = requirements.length): AreaRows => ({
  area: 'sample',
  prefix: 'SAMPLE',
  count,
  sections: [{ document: 1, section: 'A section', requirements }],
});

t.test('the catalogue holds all 1,750 requirements of the 40 areas', async (t) => {
  const catalogue = loadCatalogue();
  t.equal(catalogue.requirements.length, 1750);
  t.equal(catalogue.areas.length, 40);
  t.equal(catalogue.requirements.filter(({ document }) => document === 1).length, 891);
  t.equal(catalogue.requirements.filter(({ document }) => document === 2).length, 859);
});

t.test('levels, observation classes and open questions have the documented numbers', async (t) => {
  const { requirements } = loadCatalogue();
  const count = (key: 'level' | 'observe' | 'subject', value: string) =>
    requirements.filter((each) => each[key] === value).length;
  t.strictSame(
    ['must', 'should', 'may'].map((level) => count('level', level)),
    [1406, 147, 197],
  );
  t.strictSame(
    ['black-box', 'start-up', 'paper', 'white-box'].map((each) => count('observe', each)),
    [1155, 381, 165, 49],
  );
  t.strictSame(
    ['apiserver', 'agent', 'client', 'controller', 'suite'].map((each) => count('subject', each)),
    [1489, 119, 95, 43, 4],
  );
  t.equal(requirements.filter(({ id }) => id.endsWith('U')).length, 134);
});

t.test('a requirement is found by its id with its area, document and section', async (t) => {
  const found = loadCatalogue().find('UPD-002');
  t.match(found, { area: 'updating', document: 1, section: 'Endpoints > Updating', level: 'must' });
  t.equal(loadCatalogue().find('UPD-999'), undefined);
});

t.test('contradictory data is refused', async (t) => {
  t.throws(() => loadCatalogue([area([row('SAMPLE-001'), row('SAMPLE-001')])]), {
    message: 'SAMPLE-001 is there twice',
  });
  t.throws(() => loadCatalogue([area([row('SAMPLE-001')], 2)]), {
    message: 'area sample has 1 requirements instead of 2',
  });
  t.throws(() => loadCatalogue([area([row('OTHER-001')])]), { message: 'OTHER-001 does not belong to sample' });
  t.throws(() => loadCatalogue([area([row('SAMPLE-001', { sameAs: ['X-001'] })])]), {
    message: 'SAMPLE-001 refers to X-001, which does not exist',
  });
});

t.test(
  "the reason for a missing case follows from the requirement's kind, else from the data, else there is none",
  async (t) => {
    const of = (more: Partial<RequirementRow>, rest: Partial<AreaRows> = {}) => {
      const [requirement] = loadCatalogue([{ ...area([row('SAMPLE-001', more)]), ...rest }]).requirements;
      return requirement && whyNoCase(requirement);
    };
    t.equal(of({ observe: 'paper' }), 'nothing to run');
    t.equal(of({ subject: 'client' }), 'client side');
    t.equal(of({ observe: 'white-box' }), 'not visible from outside');
    t.equal(of({ noCase: 'later' }, { noCase: 'much later' }), 'later');
    t.equal(of({}, { noCase: 'much later' }), 'much later');
    t.equal(of({}), undefined);
  },
);
