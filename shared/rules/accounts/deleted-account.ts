/** The name of a person whose account is deleted, wherever it was shown. */
export const DELETED_NAME = 'Deleted account';
