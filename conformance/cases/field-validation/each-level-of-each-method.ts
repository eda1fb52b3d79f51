import { warningsAbout } from '../../wire/expect/headers.ts';
import { expectAbsent } from '../../wire/expect/object.ts';
import { expectStatus } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import type { Exchange } from '../../wire/exchange/exchange.ts';
import type { Case, CaseContext } from '../../contract/case.ts';
import { createObject } from '../../fixtures/created-objects.ts';
import { applyAs } from '../../fixtures/field-owners.ts';

export default {
  id: 'each-level-of-each-method',
  title: 'POST, PUT and every kind of PATCH MUST honour each level, at every depth of an object.',
  requirements: ['VERB-073'],
  needs: ['namespace'],
  async run(c) {
    const services = c.resource('v1', 'services');
    const service = (name: string, unknown: boolean) => ({
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name },
      spec: { ports: [{ port: 80, ...(unknown && { colour: 'red' }) }], ...(unknown && { shade: 'dark' }) },
      ...(unknown && { hue: 1 }),
    });
    const change = { spec: service('', true).spec, hue: 1 };
    const steps = Object.entries(places).map(([field, path]) => ({ op: 'add', path, value: field }));
    for (const level of ['Ignore', 'Warn', 'Strict', undefined]) {
      const query = level === undefined ? {} : { fieldValidation: level };
      const name = `s-${(level ?? 'none').toLowerCase()}`;
      await createObject(c, services.collection, service(name, false));
      const made = `${name}-made`;
      const writes: readonly (readonly [string, Exchange])[] = [
        [made, await c.wire.post(services.collection, service(made, true), { query })],
        [name, await c.wire.put(services.item(name), service(name, true), { query })],
        [name, await c.wire.patch(services.item(name), 'merge', change, { query })],
        [name, await c.wire.patch(services.item(name), 'strategic', change, { query })],
        [name, await c.wire.patch(services.item(name), 'json', steps, { query })],
      ];
      for (const [, answer] of writes) {
        if (level === 'Strict') expectStatus(answer, 400, 422);
        else expectStatus(answer, 200, 201);
        for (const field of Object.keys(places)) {
          const warned = level === 'Warn' || level === undefined ? 1 : 0;
          expectEqual(`warnings of ${answer.title} about ${field}`, warningsAbout(answer, `"${field}"`), warned);
          const named = answer.text().includes(`unknown field \\"${field}\\"`);
          expectEqual(`whether the answer to ${answer.title} names ${field}`, named, level === 'Strict');
        }
      }
      expectStatus(await c.wire.get(services.item(made)), level === 'Strict' ? 404 : 200);
      for (const stored of level === 'Strict' ? [name] : [name, made]) {
        for (const path of ['hue', 'spec.shade', ['spec', 'ports', 0, 'colour']])
          expectAbsent(await c.wire.get(services.item(stored)), path);
      }
      await isKeptByApply(c, name, level);
    }
  },
} satisfies Case;

/** For an apply, no level makes an unknown field harmless, since it could not be owned: its level is seen with a field given twice. */
async function isKeptByApply(c: CaseContext, name: string, level: string | undefined): Promise<void> {
  const item = c.resource('v1', 'configmaps').item(name);
  const twice = `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}}\ndata:\n  k: "1"\n  k: "2"\n`;
  const answer = await applyAs(c, 'm1', item, twice, level === undefined ? {} : { fieldValidation: level });
  if (level === 'Strict') expectStatus(answer, 400, 422);
  else expectStatus(answer, 200, 201);
  const warned = level === 'Warn' || level === undefined ? 1 : 0;
  expectEqual(`warnings of ${answer.title} about k`, warningsAbout(answer, '"k" already set'), warned);
  expectStatus(await c.wire.get(item), level === 'Strict' ? 404 : 200);
}

/** Unknown fields as they are reported, and where they are for a JSON patch. */
const places = { 'spec.ports[0].colour': '/spec/ports/0/colour', 'spec.shade': '/spec/shade', hue: '/hue' };
