import { join } from 'node:path';
import t, { type Test } from 'tap';
import { type Ask, administratorOf } from '../../fixtures/apiserver/administrator.fixture.ts';
import { startApiServer } from '../index.ts';
import type { ApiServerOptions } from '../config/option/options.ts';

const maps = '/api/v1/namespaces/default/configmaps';

async function serverWith(t: Test, options: ApiServerOptions): Promise<Ask> {
  const server = await startApiServer({ controllers: false, ...options });
  t.teardown(() => server.stop());
  return administratorOf(server);
}

const worked = /^workqueue_queue_duration_seconds_count\{name="[a-z-]+"\} \d+$/m;

/** The metrics, once a controller has done something. */
async function metricsOf(ask: Ask): ReturnType<Ask> {
  for (;;) {
    const answer = await ask('GET', '/metrics');
    if (worked.test(answer.text)) return answer;
  }
}

for (const vendor of ['orch', 'kubernetes'] as const) {
  t.test(`${vendor}: the metrics have the names and labels that operators know (VERS-009, VERS-081)`, async (t) => {
    const ask = await serverWith(t, { vendor, dataDir: join(t.testdir({}), 'data'), controllers: true });
    await ask('POST', maps, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } });
    await ask('GET', maps);
    await ask('GET', `${maps}?watch=1&timeoutSeconds=1&resourceVersion=0`);
    await ask('GET', '/readyz');
    const { text: page, headers } = await metricsOf(ask);
    t.match(headers['content-type'], /^text\/plain; version=0\.0\.4; charset=utf-8/);
    const resource = 'group="",version="v1",resource="configmaps"';
    const of = (verb: string) => `verb="${verb}",${resource},subresource="",scope="namespace",component="apiserver"`;
    for (const series of [
      `apiserver_request_sli_duration_seconds_count{${of('LIST')}} `,
      `apiserver_response_sizes_count{${of('LIST')}} `,
      `apiserver_request_duration_seconds_count{${of('POST')},dry_run=""} `,
      'apiserver_current_inflight_requests{request_kind="readOnly"} ',
      `apiserver_watch_events_total{${resource}}`,
      `apiserver_watch_events_sizes_count{${resource}}`,
      `apiserver_watch_list_duration_seconds_count{${resource}} `,
      'apiserver_cache_list_total{group="",resource="configmaps"} ',
      'apiserver_resource_objects{group="",resource="configmaps"} ',
      'apiserver_storage_objects{resource="configmaps"} ',
      'apiserver_watch_cache_resource_version{group="",resource="configmaps"} ',
      'apiserver_watch_frames_limit_bytes 33554432',
      'apiserver_watch_frames_total{result="made"} ',
      'apiserver_selection_memory_bytes 0',
      'apiserver_selection_memory_requests_total{result="miss"} ',
      'apiserver_write_rounds_total ',
      'apiserver_write_rounds_streams_total ',
      'apiserver_write_rounds_seconds_total ',
      'etcd_request_duration_seconds_count{operation="create",group="",resource="configmaps"} ',
      'apiserver_storage_size_bytes{storage_cluster_id="embedded"} ',
      `${vendor}_build_info{major="1",minor="34",git_version="v1.34.0",`,
      `${vendor}_healthcheck{name="ping",type="readyz"} 1`,
      'process_resident_memory_bytes ',
      'apiserver_admission_step_admission_duration_seconds_count{type="admit",operation="CREATE",rejected="false"} ',
      'authenticated_user_requests{username="admin"} ',
      'authentication_attempts{result="success"} ',
      'authentication_duration_seconds_count{result="success"} ',
      'authorization_attempts_total{result="allowed"} ',
      'authorization_duration_seconds_count{result="allowed"} ',
      'apiserver_client_certificate_expiration_seconds_count ',
      'serviceaccount_valid_tokens_total 0',
      'serviceaccount_stale_tokens_total 0',
    ]) {
      t.ok(page.includes(`\n${series}`), series);
    }
    t.match(page, worked);
    t.match(page, /^workqueue_adds_total\{name="[a-z-]+"\} \d+$/m);
    t.match(page, /^workqueue_(unfinished_work|longest_running_processor)_seconds\{name="[a-z-]+"\} [\d.]+$/m);
    t.match(page, /^rest_client_requests_total\{code="200",host="in-process",method="GET"\} \d+$/m);
    t.match(page, /^rest_client_request_duration_seconds_count\{host="in-process",verb="GET"\} \d+$/m);
    for (const queue of ['writes', 'large_objects']) t.match(page, new RegExp(`^apiserver_${queue}_waiting 0$`, 'm'));
    t.notMatch(page, `apiserver_response_sizes_count{${of('POST')}`);
    for (const [, help] of page.matchAll(/^# HELP \w+ (.*)$/gm)) t.match(help, /^\[(ALPHA|BETA|STABLE)\] /);
    t.match(page, '# HELP apiserver_storage_objects [STABLE] (Deprecated from 1.34) Stored objects');
    const small = (await ask('GET', '/metrics/slis')).text;
    t.match(small, `${vendor}_healthchecks_total{name="etcd",type="readyz",status="success"} 1`);
    t.notMatch(small, 'apiserver_request_total');
  });
}

t.test('hidden metrics are shown when the previous version is named, and only then (VERS-006, VERS-007)', async (t) => {
  const hidden = '# HELP apiserver_storage_db_total_size_in_bytes [ALPHA] (Deprecated from 1.34)';
  const dataDir = join(t.testdir({}), 'data');
  const ask = await serverWith(t, { dataDir, showHiddenMetricsFor: '1.33' });
  t.match((await ask('GET', '/metrics')).text, hidden);
  const other = await serverWith(t, { dataDir: `${dataDir}-other` });
  t.notMatch((await other('GET', '/metrics')).text, 'apiserver_storage_db_total_size_in_bytes');
  await t.rejects(startApiServer({ showHiddenMetricsFor: '1.32' }), {
    message: '1.32 is not the version before this one, 1.33',
  });
});
