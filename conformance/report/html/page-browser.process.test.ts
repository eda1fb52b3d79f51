// The page in a real browser, at phone and desktop width, in light and dark, with and without scripts.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import t from 'tap';
import { Browser, browserMissing, type Reader } from '../../../fixtures/conformance/browser.fixture.ts';
import { hostileReport, reportOf, sampleResults } from '../../../fixtures/conformance/sample-report.fixture.ts';
import type { Report } from '../report.ts';
import { htmlReport } from './page.ts';

// One browser for all tests of this file.
t.setTimeout(240_000);

const desk: Reader = { width: 1400, colors: 'light' };
const readers: readonly Reader[] = [
  desk,
  { ...desk, colors: 'dark' },
  { width: 390, colors: 'light' },
  { width: 390, colors: 'dark' },
];
const visible = (selector: string) =>
  `[...document.querySelectorAll(${JSON.stringify(selector)})].filter((each) => each.checkVisibility()).length`;

t.test('in a browser', { skip: browserMissing }, async (t) => {
  const browser = await Browser.start();
  t.teardown(() => browser.close());
  const folder = t.testdir({});
  const show = async (report: Report, reader: Reader) => {
    const file = join(folder, `${report.results.length}.html`);
    await writeFile(file, htmlReport(report));
    return browser.open(pathToFileURL(file).href, reader);
  };
  const sample = reportOf(sampleResults);

  for (const reader of readers) {
    t.test(
      `${reader.width} pixels, ${reader.colors}: nothing to complain about and nothing beyond the edge`,
      async (t) => {
        for (const report of [sample, hostileReport()]) {
          const page = await show(report, reader);
          t.strictSame(page.complaints, []);
          t.equal(await page.evaluate('window.broken'), undefined, 'no word of the target ran');
          t.equal(await page.evaluate(visible('.forged')), 0);
          t.ok((await page.evaluate<number>('document.documentElement.scrollWidth')) <= reader.width);
          const dark = await page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
          t.equal(/rgb\((\d+)/.exec(dark)?.[1] === '18', reader.colors === 'dark', dark);
        }
      },
    );
  }

  t.test('text is legible: its contrast is at least 4.5', async (t) => {
    for (const reader of readers.slice(0, 2)) {
      const page = await show(sample, reader);
      t.strictSame(await page.evaluate(contrastFaults), [], reader.colors);
    }
  });

  t.test('both sides are next to each other on a desktop and below each other on a phone', async (t) => {
    const places = `[...document.querySelectorAll('#findings .sides')[0].children].map((each) => each.getBoundingClientRect().left)`;
    const [left = 0, right = 0] = await (await show(sample, desk)).evaluate<number[]>(places);
    t.ok(right > left + 300);
    const [one, other] = await (await show(sample, { width: 390, colors: 'light' })).evaluate<number[]>(places);
    t.equal(one, other);
  });

  t.test('search and filter show only matches, in every section', async (t) => {
    const page = await show(sample, desk);
    const type = (words: string) =>
      page.evaluate(`{ search.value = ${JSON.stringify(words)}; search.dispatchEvent(new Event('input')); }`);
    t.equal(await page.evaluate(visible('details.case')), 4);
    await type('ckpt-019');
    t.equal(await page.evaluate(visible('details.case')), 1);
    t.equal(await page.evaluate('document.getElementById("chosen").textContent'), '1 of 4 cases');
    t.equal(await page.evaluate(visible('#findings .none')), 1, 'a section says that nothing fits');
    await type('put /x bad');
    t.equal(await page.evaluate(visible('details.case')), 1, 'words of the exchange count');
    await type('');
    await page.evaluate('document.querySelector("[data-choose=errored]").click()');
    t.equal(await page.evaluate(visible('details.case')), 1);
    t.equal(await page.evaluate(visible('#slowest tbody tr')), 1);
    t.equal(await page.evaluate(visible('.need')), 0);
    await page.evaluate('document.getElementById("reset").click()');
    t.equal(await page.evaluate(visible('details.case')), 4);
  });

  t.test('keys: / focuses the search, arrows move through the cases, Enter opens, Escape clears', async (t) => {
    const page = await show(sample, desk);
    const focused = () => page.evaluate<string>('document.activeElement.id || document.activeElement.textContent');
    await page.press('/');
    t.equal(await focused(), 'search');
    await page.press('g');
    await page.press('/');
    t.equal(await page.evaluate('search.value'), 'g/', 'and can be typed there');
    await page.press('Escape');
    t.equal(await page.evaluate('search.value'), '');
    await page.press('ArrowDown');
    const first = await focused();
    await page.press('ArrowDown');
    t.not(await focused(), first);
    await page.press('ArrowUp');
    t.equal(await focused(), first);
    const open = 'document.activeElement.parentElement.open';
    t.equal(await page.evaluate(open), false);
    await page.press('Enter');
    t.equal(await page.evaluate(open), true);
  });

  t.test('Tab moves from top to bottom, and the focused element is visible', async (t) => {
    const page = await show(sample, desk);
    const tops: number[] = [];
    for (let step = 0; step < 12; step++) {
      await page.press('Tab');
      tops.push(await page.evaluate('document.activeElement.getBoundingClientRect().top + scrollY'));
    }
    // The first link skips to the content and is visible only while it has the focus.
    t.ok(
      tops.slice(1).every((top, index) => top >= (tops.slice(1)[index - 1] ?? 0) - 40),
      tops.join(' '),
    );
    t.not(await page.evaluate('getComputedStyle(document.activeElement).outlineStyle'), 'none');
  });

  t.test('a link leads to its case and opens it, also when a search hid it', async (t) => {
    const page = await show(sample, desk);
    await page.evaluate(`{ search.value = 'nothing like it'; search.dispatchEvent(new Event('input')); }`);
    await page.evaluate(
      `new Promise((done) => { addEventListener('hashchange', () => setTimeout(done)); location.hash = 'case:updating/good'; })`,
    );
    t.equal(await page.evaluate(`document.getElementById('case:updating/good').open`), true);
    t.equal(await page.evaluate(visible('#cases details.case')), 2);
  });

  t.test('the colour switch overrides the system setting, and Copy copies the command', async (t) => {
    const page = await show(sample, desk);
    const press = `document.getElementById('theme').click(); getComputedStyle(document.body).backgroundColor`;
    const light = await page.evaluate(press);
    const dark = await page.evaluate(press);
    t.not(light, dark);
    t.equal(await page.evaluate(press), light, 'auto again');
    await page.evaluate(`document.querySelector('#findings [data-copy]').click()`);
    const said = `new Promise((done) => { const look = () => said.textContent ? done(said.textContent) : setTimeout(look, 10); look(); })`;
    t.match(await page.evaluate(said), /^The command is /);
  });

  t.test('without scripts all content is readable, and controls without effect are hidden', async (t) => {
    const page = await show(sample, { ...desk, scripts: false });
    // The page's own scripts are disabled; the test evaluates these expressions from outside.
    t.equal(await page.evaluate(visible('.tools, [data-copy]')), 0);
    t.equal(await page.evaluate(visible('details.case')), 4);
    t.match(await page.evaluate('document.querySelector("#findings").innerText'), /Expected\s+409[^]*Got\s+200 #1/);
    t.strictSame(page.complaints, []);
  });
});

/** The elements with text of their own whose contrast is too low, as text. */
const contrastFaults = `(() => {
  const light = (color) => {
    const [r, g, b] = color.match(/[\\d.]+/g).slice(0, 3).map((part) => part / 255).map((part) =>
      part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ground = (element) => {
    for (let each = element; each; each = each.parentElement) {
      const color = getComputedStyle(each).backgroundColor;
      if (!/, 0\\)$/.test(color)) return color;
    }
    return 'rgb(255, 255, 255)';
  };
  const faults = new Set();
  for (const element of document.querySelectorAll('body *')) {
    if (!element.checkVisibility() || ![...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim())) continue;
    const [one, other] = [light(getComputedStyle(element).color), light(ground(element))];
    const contrast = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
    if (contrast < 4.5) faults.add(element.tagName + '.' + element.className + ' ' + contrast.toFixed(2));
  }
  return [...faults];
})()`;
