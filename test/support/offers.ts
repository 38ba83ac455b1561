/* The offers of people in tests. */

/** Two tiers, as the form of the web app sends them. */
export const SHORT = {
  name: 'Short',
  price: '10',
  promise: 'One clear answer',
  minimumLength: '200',
};
export const LONG = { name: 'Long', price: '50', promise: 'A full plan', minimumLength: '1000' };
