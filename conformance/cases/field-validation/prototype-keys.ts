import { expectAbsent, expectField, expectPattern } from '../../wire/expect/object.ts';
import { expectCreated, expectFailure } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'prototype-keys',
  title: 'Keys such as `__proto__` MUST be treated like any other key.',
  requirements: ['FVAL-004', 'FVAL-018'],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    const body =
      '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a","labels":{"constructor":"x"}},"__proto__":{"polluted":true},"data":{"constructor":"1","toString":"2","__proto__":"3"}}';
    const created = await c.wire.post(maps.collection, body);
    expectCreated(created);
    const got = await c.wire.get(maps.item('a'));
    expectField(got, 'data.constructor', '1');
    expectField(got, ['data', '__proto__'], '3');
    expectField(got, 'metadata.labels.constructor', 'x');
    expectAbsent(got, 'polluted');
    expectAbsent(got, ['__proto__']);
    const other = body.replace('"a"', '"b"');
    const query = { fieldValidation: 'Strict' };
    const refused = await c.wire.post(maps.collection, other, { query });
    expectFailure(refused, 400, 'BadRequest');
    expectPattern(refused, 'message', /__proto__/);
    const known = other.replace('"__proto__":{"polluted":true},', '');
    expectCreated(await c.wire.post(maps.collection, known, { query }));
  },
} satisfies Case;
