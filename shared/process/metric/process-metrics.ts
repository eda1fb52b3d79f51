// The resource usage of the process, under the usual Prometheus names: CPU, memory, open files, start time. The values are
// read when they are scraped. Values from /proc are left out where the host has none.

import { readdirSync, readFileSync } from 'node:fs';
import process from 'node:process';
import type { Metrics } from './metrics.ts';

const pageBytes = 4096;

/** Registers these metrics. When several programs run in one process (as a library), each exports those of the whole process. */
export function recordProcess(metrics: Metrics, now: () => number = Date.now): void {
  const started = now() / 1000 - process.uptime();
  metrics
    .counter({
      name: 'process_cpu_seconds_total',
      help: 'Processor time used, in user and system mode together, in seconds.',
      stability: 'STABLE',
    })
    .readOnScrape(() => {
      const { user, system } = process.cpuUsage();
      return [{ value: (user + system) / 1e6 }];
    });
  const gauge = (name: string, help: string, read: () => number | undefined): void =>
    metrics.gauge({ name, help, stability: 'STABLE' }).readOnScrape(() => {
      const value = read();
      return value === undefined ? [] : [{ value }];
    });
  gauge('process_start_time_seconds', 'When the process began, in seconds since the epoch.', () => started);
  gauge('process_resident_memory_bytes', 'Memory held in the machine.', () => process.memoryUsage.rss());
  gauge('process_virtual_memory_bytes', 'Address space.', virtualMemory);
  gauge('process_open_fds', 'Open files and sockets.', openFiles);
  gauge('process_max_fds', 'Most files and sockets that may be open.', mostFiles);
  gauge('nodejs_heap_size_used_bytes', 'Memory of live and dead objects.', () => process.memoryUsage().heapUsed);
  gauge('nodejs_external_memory_bytes', 'Memory of buffers and native parts.', () => process.memoryUsage().external);
}

function virtualMemory(): number | undefined {
  const pages = Number(procFile('statm')?.split(' ')[0]);
  return Number.isFinite(pages) ? pages * pageBytes : undefined;
}

function mostFiles(): number | undefined {
  const limit = /^Max open files\s+(\d+)/m.exec(procFile('limits') ?? '')?.[1];
  return limit === undefined ? undefined : Number(limit);
}

function openFiles(): number | undefined {
  try {
    return readdirSync('/proc/self/fd').length;
  } catch {
    return undefined;
  }
}

function procFile(name: string): string | undefined {
  try {
    return readFileSync(`/proc/self/${name}`, 'utf8');
  } catch {
    return undefined;
  }
}
