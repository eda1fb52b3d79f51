import t from 'tap';

import { vendorOf } from '../../../shared/vendor/profile.ts';
import { Negotiator } from './negotiator.ts';

t.test('the same header comes to the same form; a stream and indented JSON are told apart', async (t) => {
  const negotiator = new Negotiator(vendorOf('orch'), false);
  const plain = negotiator.representation('application/json', false, false);
  t.equal(plain.pretty, false);
  t.equal(negotiator.representation('application/json', false, false), plain);
  t.equal(negotiator.representation('application/json', false, true).pretty, true);
  t.equal(negotiator.representation('application/yaml', false, false).format, 'yaml');
  t.throws(() => negotiator.representation('application/yaml', true, false), {
    message: /only the following media types/,
  });
  t.throws(() => negotiator.representation('application/yaml', true, false), {
    message: /only the following media types/,
  });
});

t.test('many different headers are answered, and what was remembered of the first ones is not needed', async (t) => {
  const negotiator = new Negotiator(vendorOf('orch'), false);
  for (let index = 0; index < 1000; index += 1) {
    t.equal(negotiator.representation(`application/json;n=${index}`, false, false).format, 'json');
  }
  t.equal(negotiator.representation('application/json;n=0', false, false).format, 'json');
});
