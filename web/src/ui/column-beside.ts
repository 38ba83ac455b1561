/** The classes of a box whose last part is a column beside the others on a wide screen: the bar of a page, or of a form. */
export const COLUMN_BESIDE =
  'wide:grid wide:grid-cols-[minmax(0,1fr)_26.5rem] wide:content-start wide:items-start wide:gap-x-10';
