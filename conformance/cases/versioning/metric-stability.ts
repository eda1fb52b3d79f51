import { expectThat } from '../../wire/expect/value.ts';
import { helpOf } from '../../wire/format/metrics.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'metric-stability',
  title: 'The description of a metric MUST begin with one of three stability levels.',
  requirements: ['VERS-009'],
  async run(c) {
    const page = (await c.wire.get('/metrics')).text();
    expectThat(
      'description of apiserver_request_total',
      helpOf(page, 'apiserver_request_total')?.startsWith('[STABLE] ') === true,
      'STABLE',
      helpOf(page, 'apiserver_request_total'),
    );
    for (const [, name = '', text = ''] of page.matchAll(/^# HELP (apiserver_\w+) (.*)$/gm)) {
      expectThat(
        `description of ${name}`,
        /^(EXPERIMENTAL: )?\[(ALPHA|BETA|STABLE)\] /.test(text),
        'ALPHA, BETA or STABLE',
        text,
      );
    }
  },
} satisfies Case;
