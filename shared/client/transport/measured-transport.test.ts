import t from 'tap';
import { FakeClock } from '../../../fixtures/shared/fake-clock.fixture.ts';
import { createMetrics } from '../../process/metric/metrics.ts';
import { transportMeasure } from './measured-transport.ts';
import type { Transport } from '../contract/transport.ts';

t.test('requests are counted by answer and method, and timed to the head', async (t) => {
  const clock = new FakeClock();
  const metrics = createMetrics();
  const server: Transport = async ({ path }) => {
    await clock.sleep(200);
    if (path === '/broken') throw new Error('no answer');
    return { status: path === '/missing' ? 404 : 200, headers: {}, body: (async function* () {})() };
  };
  const transport = transportMeasure({ metrics, clock, host: 'example.test:443' })(server);
  const asked = async (method: string, path: string) => {
    const answer = transport({ method, path }).then(
      ({ status }) => status,
      (error: unknown) => String(error),
    );
    await clock.advance(200);
    return answer;
  };
  t.equal(await asked('GET', '/there'), 200);
  t.equal(await asked('GET', '/missing'), 404);
  t.equal(await asked('PUT', '/broken'), 'Error: no answer', 'failures pass as they are');
  const page = await metrics.render();
  const host = 'host="example.test:443"';
  for (const line of [
    `rest_client_requests_total{code="200",${host},method="GET"} 1`,
    `rest_client_requests_total{code="404",${host},method="GET"} 1`,
    `rest_client_requests_total{code="<error>",${host},method="PUT"} 1`,
    `rest_client_request_duration_seconds_bucket{le="0.1",${host},verb="GET"} 0`,
    `rest_client_request_duration_seconds_bucket{le="0.25",${host},verb="GET"} 2`,
  ]) {
    t.ok(page.includes(line), line);
  }
});
