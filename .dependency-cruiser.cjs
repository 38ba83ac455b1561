/*
 * Which module may import which, read by `npm run check:imports`: web → shared, functions → shared, lib → shared, and lib/local and
 * lib/operator → functions. Imports of types count as well.
 */

/** The folders of this project. */
const OURS = '^(bench|bin|functions|lib|packages|shared|test|web)/';
const AWS = '^node_modules/(@aws-sdk|@aws-cdk|aws-cdk-lib|constructs)/';
const STRIPE = '^node_modules/stripe/';
const REACT = '^node_modules/(react|react-[^/]+)/';
const MIDDY = '^node_modules/@middy/';

const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    rule(
      'no-circles',
      'No files import each other in a circle. Types may: a key names the type of its item.',
      {},
      { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    ),
    rule('unresolved', 'Every import leads to a file.', {}, { couldNotResolve: true }),

    rule(
      'shared-alone',
      'shared/ imports nothing else of the project.',
      { path: '^shared/' },
      { path: OURS, pathNot: '^shared/' },
    ),
    rule(
      'shared-everywhere',
      'shared/ runs in every place: no AWS, no React, no Stripe.',
      { path: '^shared/' },
      { path: [AWS, STRIPE, REACT, MIDDY] },
    ),
    rule(
      'no-node',
      'shared/ and the web app run without Node.',
      { path: '^(shared|web/src)/' },
      { dependencyTypes: ['core'] },
    ),

    rule(
      'web-to-shared',
      'web/ imports shared/ alone, and its build the inline scripts, which the headers allow by their hashes.',
      { path: '^web/' },
      { path: OURS, pathNot: ['^(web|shared)/', '^lib/inline-scripts[.]ts$'] },
    ),
    rule(
      'web-without-lib',
      'Only the build of the web app reads the inline scripts.',
      { path: '^web/', pathNot: '^web/vite[.]config[.]ts$' },
      { path: '^lib/' },
    ),
    rule(
      'web-without-aws',
      'The browser has no AWS, and of Stripe only its types for browsers.',
      { path: '^web/src/' },
      { path: [AWS, STRIPE] },
    ),

    rule(
      'functions-to-shared',
      'functions/ imports shared/ alone, and functions/pages/ what renders the pages.',
      { path: '^functions/' },
      { path: OURS, pathNot: ['^(functions|shared)/', '^web/src/server/'] },
    ),
    rule(
      'functions-without-web',
      'Only functions/pages/ renders pages.',
      { path: '^functions/', pathNot: '^functions/pages/' },
      { path: '^web/' },
    ),

    rule(
      'lib-to-shared',
      'lib/ and bin/ import lib/ and shared/.',
      { path: '^(lib|bin)/' },
      { path: OURS, pathNot: '^(lib|shared|functions|packages)/' },
    ),
    rule(
      'functions-run-locally',
      'Only the local product and the operator commands run functions.',
      { path: '^(lib|bin)/', pathNot: '^lib/(local|operator|cloud|permissions)/' },
      { path: '^functions/' },
    ),
    rule(
      'cloud-without-functions',
      'The stacks know only the keys of the table and the capabilities of the functions.',
      { path: '^lib/(cloud|permissions)/' },
      {
        path: '^functions/',
        pathNot: '^functions/(storage/(index-|visit-)?keys|capability-policies|role-guard)[.]ts$',
      },
    ),
    rule(
      'cloud-without-local',
      'Nothing that is deployed, nor what deploys it, imports the local product. The stacks build the functions with the same module.',
      {
        path: ['^(shared|functions|web|lib)/', '^bin/replypaid[.]ts$'],
        pathNot: '^lib/(local|operator)/',
      },
      { path: '^lib/local/', pathNot: '^lib/local/builds[.]ts$' },
    ),
    rule(
      'local-without-cloud',
      'The local product does not import the stacks.',
      { path: '^lib/local/' },
      { path: '^lib/cloud/' },
    ),
    rule(
      'emulator-local',
      'Only the local product has the Stripe emulator.',
      { path: '^(bin|functions|lib|shared|web)/', pathNot: '^lib/local/' },
      { path: '^packages/' },
    ),
    rule(
      'packages-alone',
      'The workspaces import nothing of the product.',
      { path: '^packages/' },
      { path: OURS, pathNot: '^packages/' },
    ),

    rule(
      'features-open-own-pages',
      'Pages of a feature are imported by the pages and the routes of that feature.',
      { path: '^web/src/features/([^/]+)/' },
      { path: '^web/src/features/[^/]+/pages/', pathNot: '^web/src/features/$1/' },
    ),
    rule(
      'routes-open-pages',
      'Only routes, other pages and what renders pages on the server import a page.',
      {
        path: '^web/src/',
        pathNot: [
          '^web/src/features/[^/]+/pages/',
          '^web/src/features/.*/?routes[.]tsx$',
          '^web/src/server/render-(page|outlines)[.]tsx$',
        ],
      },
      { path: '^web/src/features/[^/]+/pages/' },
    ),
    rule(
      'frame-without-features',
      'api, forms, shell and ui do not import features.',
      { path: '^web/src/(api|forms|shell|ui)/' },
      { path: '^web/src/features/' },
    ),
    rule(
      'design-without-product',
      'The design knows no router, no queries and no operations.',
      { path: '^web/src/ui/' },
      {
        path: [
          '^node_modules/(react-router|@tanstack/(react-)?query[^/]*)/',
          '^(shared|web/src)/api/',
        ],
      },
    ),

    rule(
      'zod-mini',
      'zod/mini weighs a quarter of zod.',
      {},
      { path: '^node_modules/zod/(v4/)?index[.]' },
    ),
    rule(
      'middy-serves',
      'Only the two serve modules import middy.',
      { path: '^functions/', pathNot: '^functions/serve(-work)?[.]ts$' },
      { path: MIDDY },
    ),
    rule(
      'aws-at-the-edge',
      'Only storage, gateways, events and webhooks import the AWS SDK.',
      { path: '^functions/', pathNot: '^functions/(storage|gateways|events|webhooks)/' },
      { path: '^node_modules/@aws-sdk/' },
    ),
    rule(
      'stripe-at-the-edge',
      'Only gateways and webhooks import Stripe.',
      { path: '^functions/', pathNot: '^functions/(gateways|webhooks)/' },
      { path: STRIPE },
    ),
    rule(
      'no-development-packages',
      'What is deployed imports no development package, except for types.',
      { path: '^(functions|shared|web/src)/' },
      {
        dependencyTypes: ['npm-dev'],
        pathNot: '^node_modules/(@types/|@stripe/stripe-js/)',
      },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // Declarations import nothing, and the parser does not read each of them.
    exclude: { path: '[.]d[.]ts$' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
    // TypeScript 7 has no API for parsers yet.
    parser: 'swc',
  },
};
