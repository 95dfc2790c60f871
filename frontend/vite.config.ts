import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

const isolation = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

export default defineConfig({
  // Relative, so that the page can be served from any folder of any static host.
  base: './',
  plugins: [svelte()],
  worker: { format: 'es' },
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'editor', test: /node_modules[\\/]@?(codemirror[\\/](?!merge)|lezer|marijn)/ },
            { name: 'charts', test: /node_modules[\\/]uplot/ },
          ],
        },
      },
    },
  },
  server: {
    headers: isolation,
    proxy: { '/api': { target: 'http://127.0.0.1:8000', ws: true } },
  },
  preview: { headers: isolation },
  test: {
    // A spec reads its colours; other style sheets stay empty in specs.
    css: { include: /tokens\.css/ },
    include: ['src/**/*.spec.ts', 'scripts/**/*.spec.ts', 'pyodide/**/*.spec.ts'],
  },
});
