import { benchCsv } from './csv-tmp.ts';
for (let i = 0; i < 3; i += 1) console.log(JSON.stringify((await benchCsv()).at(-1)));
