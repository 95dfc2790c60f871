import js from '@eslint/js';
import prettier from 'eslint-config-prettier';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import typescript from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

export default typescript.config(
  { ignores: ['dist/', 'public/pyodide/', 'public/offline/', 'src/protocol/types.ts', 'test-results/'] },
  js.configs.recommended,
  {
    files: ['src/**/*.ts', 'src/**/*.svelte'],
    extends: [...typescript.configs.strictTypeChecked, ...svelte.configs.recommended],
    languageOptions: {
      globals: globals.browser,
      parserOptions: {
        projectService: true,
        tsconfigRootDir: import.meta.dirname,
        extraFileExtensions: ['.svelte'],
        parser: typescript.parser,
        svelteConfig,
      },
    },
    rules: {
      // A handler of one call reads best on one line.
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
    },
  },
  {
    files: ['src/**/*.ts'],
    languageOptions: { parser: typescript.parser },
  },
  {
    files: ['public/**'],
    languageOptions: { globals: globals.browser },
  },
  {
    files: ['*.config.{js,ts}', 'scripts/**', 'pyodide/**'],
    languageOptions: { globals: globals.node, parser: typescript.parser },
  },
  prettier,
  ...svelte.configs.prettier,
);
