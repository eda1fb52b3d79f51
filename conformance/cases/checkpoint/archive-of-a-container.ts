import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expectArray } from '../../wire/expect/object.ts';
import { expectStatus } from '../../wire/expect/status.ts';
import { expectEqual, expectThat } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'archive-of-a-container',
  title:
    'A checkpoint of a running container MUST be a private archive of its name below the root folder of the agent.',
  requirements: [
    'CKPT-001',
    'CKPT-003',
    'CKPT-010',
    'CKPT-011',
    'CKPT-012',
    'CKPT-013',
    'CKPT-014',
    'CKPT-016',
    'CKPT-018',
    'VERS-098',
  ],
  needs: ['launch-agent', 'agent-container'],
  async run(c) {
    const { namespace, pod, container } = c.agentContainer;
    const agent = await c.launchAgent({ flags: ['--root-dir={folder}/root'] });
    const made = await agent.wire.post(`/checkpoint/${namespace}/${pod}/${container}`, undefined);
    expectStatus(made, 200);
    const [path] = expectArray(made, 'items');
    const folder = join(agent.rootFolder, 'checkpoints');
    const name = typeof path === 'string' && path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : '';
    const wanted = `${folder}/checkpoint-${pod}_${namespace}-${container}-<time>.tar`;
    const begin = `checkpoint-${pod}_${namespace}-${container}-`;
    const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:Z|[+-]\d\d:\d\d)\.tar$/;
    expectThat('path of the archive', name.startsWith(begin) && time.test(name.slice(begin.length)), wanted, path);
    const archive = await stat(join(folder, name));
    expectThat('archive', archive.isFile() && archive.size >= 1024, 'a file with content', archive.size);
    expectEqual('mode of the archive', (archive.mode & 0o777).toString(8), '600');
    expectEqual('rights of others in its folder', (await stat(folder)).mode & 0o077, 0);
  },
} satisfies Case;
