import { fileSystems } from '../../fixtures/agent/measured-usage.ts';
import { passTime, untilShown, withJoinedAgent, withMovedClock } from '../../fixtures/joined-agent.ts';
import { plain } from '../../fixtures/launches.ts';
import { startRuntimeRelay } from '../../launch/runtime-relay.ts';
import { withStandInRuntime } from '../../launch/stand-in-runtime.ts';
import { type Case, NotObservable } from '../../contract/case.ts';
import { expectEqual } from '../../wire/expect/value.ts';

/** The file system of images that the runtime tells: one of which something is used, and one without a size. */
const [used, sizeless] = ['/', '/proc'] as const;
/** Milliseconds. Agents ask a runtime every few seconds, for its file systems less often. */
const step = 6_000;

export default {
  id: 'runtime-stops',
  title:
    'A node MUST be Ready False when its runtime has not answered for half a minute; a pressure that has ended MUST stay for its transition period and end then.',
  requirements: ['NSTAT-018', 'NSTAT-019', 'NSTAT-021'],
  needs: ['launch-agent', 'impersonation'],
  launch: plain,
  async run(c) {
    await withMovedClock(c, async (clock) => {
      await withStandInRuntime(undefined, async (runtime) => {
        let mountpoint: string = used;
        const told: string[] = [];
        runtime.serve('/runtime.v1.ImageService/ImageFsInfo', async () => {
          told.push(mountpoint);
          return fileSystems([mountpoint, 1_000, 10]);
        });
        const relay = await startRuntimeRelay(runtime.endpoint);
        relay.mend();
        try {
          const name = c.unique('node');
          const flags = [`--hostname-override=${name}`, `--container-runtime-endpoint=${relay.endpoint}`];
          const configuration = {
            nodeStatusUpdateFrequency: '1s',
            nodeLeaseDurationSeconds: 8,
            evictionHard: { 'imagefs.available': '99.9999%' },
            evictionPressureTransitionPeriod: '20m',
          };
          const joining = { name, flags, configuration, environment: clock.environment };
          await withJoinedAgent(c, joining, async (joined) => {
            const shows = (type: string, status: string) => untilShown(c, joined, type, status);
            await joined.untilReady();
            await c.holds('NSTAT-021', async () => {
              await shows('DiskPressure', 'True');
              mountpoint = sizeless;
              const isTold = () => told.includes(sizeless);
              for (let tries = 0; !isTold() && tries < 20; tries += 1) await passTime(c, joined, clock, step);
              if (!isTold()) throw new NotObservable('the agent does not ask its runtime for file systems again');
              for (let time = 0; time < 4; time += 1) await passTime(c, joined, clock, step);
              await shows('DiskPressure', 'True');
            });
            await c.holds('NSTAT-019', async () => {
              relay.spoil();
              for (let time = 0; time < 8; time += 1) await passTime(c, joined, clock, step);
              await shows('Ready', 'False');
              expectEqual(
                'message of Ready',
                (await joined.condition('Ready'))?.['message'],
                'container runtime is down',
              );
            });
            await c.holds('NSTAT-018', async () => {
              relay.mend();
              await passTime(c, joined, clock, step);
              await shows('Ready', 'True');
            });
            await c.holds('NSTAT-021', async () => {
              await passTime(c, joined, clock, 1_260_000);
              await shows('DiskPressure', 'False');
            });
          });
        } finally {
          await relay.close();
        }
      });
    });
  },
} satisfies Case;
