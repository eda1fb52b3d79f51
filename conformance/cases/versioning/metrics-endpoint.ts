import { expectHeader } from '../../wire/expect/headers.ts';
import { expectOk } from '../../wire/expect/status.ts';
import { expectThat } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'metrics-endpoint',
  title: 'The metrics path SHOULD answer with metric families.',
  requirements: ['VERB-095'],
  async run(c) {
    const answer = await c.wire.get('/metrics');
    expectOk(answer);
    expectHeader(answer, 'content-type', /^text\/plain/);
    expectThat(
      'body',
      /^# TYPE \w+ (counter|gauge|histogram|summary|untyped)$/m.test(answer.text()),
      'metric families',
      answer.text().slice(0, 200),
    );
  },
} satisfies Case;
