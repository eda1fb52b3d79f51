#!/usr/bin/env node
// Starts a program whose code lies in the folder of its name. Written in the oldest JavaScript (ECMAScript 5): a Node that
// is too old reads this file, and says so in one line. The build puts the name and the oldest Node into it.
'use strict';
var path = require('path');

var name = '@name@';
var oldest = '@oldest@';
var code = path.join(__dirname, name, name + '.mjs');

/** Ends the program with one line. */
function refuse(line, status) {
  process.stderr.write(line + '\n');
  process.exit(status);
}

var has = process.versions.node.split('.').map(Number);
var needs = oldest.split('.').map(Number);
if (has[0] < needs[0] || (has[0] === needs[0] && has[1] < needs[1]))
  refuse(name + ' needs Node ' + oldest + ' or newer; this is ' + process.versions.node, 2);
if (!require('fs').existsSync(code)) refuse(name + ': ' + code + ' is missing: it belongs to ' + __filename, 1);

// From here on as if Node had been given the code itself: only then does it watch over an `await` that never ends.
process.argv[1] = code;
require('module').runMain();
