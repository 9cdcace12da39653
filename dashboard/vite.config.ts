import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const root = fileURLToPath(new URL('.', import.meta.url));
const FIRST_PAINT = 'src/first-paint.js';
const FORMS =
  /\/ui\/(?:choices|code-input|confirm-dialog|dialog|field|form-dialog|form-error|inputs|notice|password-input|shown-once)\.tsx$|\/useMutation\.js$/;
const LISTS =
  /\/ui\/(?:bulk-state-badge|clip|code-block|copy-button|facts|filter-bar|http-answer|loaded|menu|pagination|search-input|table|tabs|time)\.tsx$/;

/** Puts the theme's script into the head as a plain, blocking, hashed file: a module would run after the first paint. */
function firstPaint(): Plugin {
  return {
    name: 'first-paint',
    buildStart() {
      if (this.environment.mode !== 'build') return;
      this.emitFile({
        type: 'asset',
        name: 'first-paint.js',
        source: readFileSync(`${root}${FIRST_PAINT}`, 'utf8'),
      });
    },
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const emitted = Object.keys(bundle ?? {}).find((name) => /first-paint-[^/]*\.js$/.test(name));
        const src = `/dashboard/${emitted ?? FIRST_PAINT}`;
        return [{ tag: 'script', attrs: { src }, injectTo: 'head-prepend' }];
      },
    },
  };
}

export default defineConfig({
  root,
  base: '/dashboard/',
  // React has it itself since version 18; the router's store still asks for the substitute.
  resolve: { alias: [{ find: /^use-sync-external-store\/shim$/, replacement: 'react' }] },
  plugins: [react(), tailwindcss(), firstPaint()],
  build: {
    outDir: 'dist',
    manifest: true,
    // A data: URL would need a wider content policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2023',
    reportCompressedSize: false,
    // What every page needs stands in one file, and so does what most pages build their forms and lists of: they compress
    // better, are a few requests instead of thirty, and leave the shell fewer names of files to know.
    rolldownOptions: {
      checks: { bundlerTimings: false },
      output: {
        codeSplitting: {
          groups: [
            { name: 'shell', tags: ['$initial'], test: /\.tsx?$|\.m?js$|\.css$/, priority: 2 },
            { name: 'forms', test: FORMS, priority: 1 },
            { name: 'lists', test: LISTS, priority: 1 },
            { name: 'operator', test: /\/pages\/operator\// },
          ],
        },
      },
    },
  },
  server: { proxy: { '/dashboard/api': process.env['API_URL'] ?? 'http://localhost:3000' } },
});
