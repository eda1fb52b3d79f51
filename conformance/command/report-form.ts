// The forms of a report, by name.

import picocolors from 'picocolors';
import type { ReportForm } from '../command-line/command-line.ts';
import { consoleReport } from '../report/console.ts';
import { htmlReport } from '../report/html/page.ts';
import { jsonReport } from '../report/json.ts';
import { junitReport } from '../report/junit.ts';
import { markdownReport } from '../report/markdown.ts';
import type { Report } from '../report/report.ts';
import { tapReport } from '../report/tap.ts';

/** Returns the report in this form. `colors`: whether to use terminal colours, in forms that have them. */
export function renderReport(report: Report, form: ReportForm, colors: boolean): string {
  switch (form) {
    case 'console':
      return consoleReport(report, picocolors.createColors(colors));
    case 'tap':
      return tapReport(report);
    case 'junit':
      return junitReport(report);
    case 'json':
      return jsonReport(report);
    case 'markdown':
      return markdownReport(report);
    case 'html':
      return htmlReport(report);
  }
}
