import * as z from 'zod';

/* The Content-Security-Policy allows no `eval`; zod asks for it first unless it is told. Before any schema is made. */
z.config({ jitless: true });
