import { expectEqual, expectThat } from '../../wire/expect/value.ts';
import { type Case, NotObservable } from '../../contract/case.ts';

export default {
  id: 'help-tells-gates',
  title: 'The help text MUST list the gates with their defaults, and MUST say which have no effect.',
  requirements: ['VERS-021'],
  needs: ['launch-server'],
  async run(c) {
    const { code, output } = await c.runServer('--help');
    expectEqual('exit code', code, 0);
    const lines = output.split('\n');
    const beta = lines.find((line) => /WatchList\b/.test(line) && /beta/i.test(line));
    expectThat('help', beta !== undefined && /default.?true/i.test(beta), 'WatchList, beta, with its default', beta);
    const stable = lines.find((line) => /ConsistentListFromCache\b/.test(line));
    if (stable === undefined) throw new NotObservable('the help text leaves out gates that have no effect');
    const told = /no effect|locked|always on/i.test(stable);
    expectThat('help', told, 'that ConsistentListFromCache has no effect', stable);
  },
} satisfies Case;
