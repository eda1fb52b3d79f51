import { expectArray, expectTime, fieldOf } from '../../wire/expect/object.ts';
import { expectOk } from '../../wire/expect/status.ts';
import { expectThat } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'endpoints-tell-usage',
  title: 'An agent SHOULD report the resource usage of its node and pods, as a document and as metrics.',
  requirements: ['NSTAT-002'],
  needs: ['agent', 'agent-credentials'],
  async run(c) {
    const full = await c.agent.get('/stats/summary');
    expectOk(full);
    for (const path of ['cpu.usageCoreNanoSeconds', 'memory.workingSetBytes', 'fs.capacityBytes']) {
      const value = fieldOf(full, `node.${path}`);
      expectThat(`node.${path}`, typeof value === 'number' && value > 0, 'a number above 0', value);
    }
    expectTime(full, 'node.cpu.time');
    expectArray(full, 'pods');
    const brief = await c.agent.get('/stats/summary?only_cpu_and_memory=true');
    expectOk(brief);
    expectThat(
      'node.fs',
      fieldOf(brief, 'node.fs') === undefined,
      'nothing beside cpu and memory',
      fieldOf(brief, 'node'),
    );
    const metrics = await c.agent.get('/metrics/resource');
    expectOk(metrics);
    for (const name of ['node_cpu_usage_seconds_total', 'node_memory_working_set_bytes']) {
      const found = new RegExp(`^${name} [0-9.e+]+`, 'm').test(metrics.text());
      expectThat('metrics', found, name, metrics.text().slice(0, 500));
    }
    const containers = await c.agent.get('/metrics/cadvisor');
    expectOk(containers);
    for (const pattern of [
      'container_cpu_usage_seconds_total{.*id="/".*} [0-9.e+]+',
      'machine_cpu_cores(?:{.*})? [0-9]+',
    ]) {
      const found = new RegExp(`^${pattern}`, 'm').test(containers.text());
      expectThat('metrics of containers', found, pattern, containers.text().slice(0, 500));
    }
  },
} satisfies Case;
