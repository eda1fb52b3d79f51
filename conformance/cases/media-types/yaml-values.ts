import type { Case } from '../../contract/case.ts';
import { readable, refused } from '../../fixtures/encoded/data/yaml-values.ts';
import { dataOf, revisionOf, revisionPath, yamlRevision } from '../../fixtures/encoded/revision.ts';
import { inLanes } from '../../wire/time/lanes.ts';
import { expectContentType } from '../../wire/expect/headers.ts';
import { fieldOf } from '../../wire/expect/object.ts';
import { expectCreated, expectFailure } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';

const yaml = 'application/yaml';
/** What YAML writes in escapes or quotes only, and not every writer does. */
const unprintable = /[\u007f-\u00a0\u2028\u2029\ufeff]|\\u00[01]|<</;

export default {
  id: 'yaml-values',
  title: 'YAML in a body MUST have its meaning in JSON, and what an answer in YAML says MUST be read back as the same.',
  requirements: ['MEDIA-023', 'MEDIA-024'],
  needs: ['namespace'],
  async run(c) {
    const path = revisionPath(c);
    await c.holds('MEDIA-024', async () => {
      const rows = readable.map(([text, json], at) => ({ key: `k${at}`, text, json }));
      const send = (some: typeof rows) =>
        c.wire.post(path, yamlRevision(some.map(({ key, text }) => [key, text])), { contentType: yaml });
      let answers = [await send(rows)];
      // A row that is refused spoils all of them: it is found by itself.
      if (answers[0]?.status !== 201 && answers[0]?.status !== 200) {
        answers = [];
        for (const row of rows) {
          const answer = await send([row]);
          expectCreated(answer);
          answers.push(answer);
        }
      }
      const got: Record<string, unknown> = {};
      for (const answer of answers) Object.assign(got, dataOf(answer));
      for (const { key, text, json } of rows)
        expectEqual(`meaning of ${JSON.stringify(text)}`, got[key], JSON.parse(json));
    });
    await c.holds('MEDIA-024', async () => {
      const one = yamlRevision([['k', 'v']]);
      // What stands behind it says nothing.
      for (const text of [
        `---\n${one}`,
        `${one}---\n`,
        `${one}...\n`,
        `${one}---\n# c\n---\n`,
        `%YAML 1.1\n---\n${one}`,
      ]) {
        const answer = await c.wire.post(path, text, { contentType: yaml });
        expectCreated(answer);
        expectEqual(`data of ${JSON.stringify(text)}`, dataOf(answer), { k: 'v' });
      }
    });
    await c.holds('MEDIA-024', () =>
      inLanes(refused, 4, async (text) => {
        const body = yamlRevision([['k', text]]);
        expectFailure(await c.wire.post(path, body, { contentType: yaml }), [400, 422]);
      }),
    );
    await c.holds('MEDIA-023', async () => {
      // Texts that mean something else without quotes, as keys and as values.
      const rows = readable.filter((row) => row.every((text) => !unprintable.test(text)));
      const data = {
        ...Object.fromEntries(rows.map(([text]) => [text, text])),
        all: rows.map(([, json]) => JSON.parse(json) as unknown),
      };
      const answer = await c.wire.post(path, revisionOf(data), { accept: yaml });
      expectCreated(answer);
      expectContentType(answer, yaml);
      const again = await c.wire.post(path, answer.text(), { contentType: yaml });
      expectCreated(again);
      const back = fieldOf(again, 'data') as Readonly<Record<string, unknown>>;
      for (const [key, value] of Object.entries(data))
        expectEqual(`${JSON.stringify(key)} after YAML`, back[key], value);
    });
  },
} satisfies Case;
