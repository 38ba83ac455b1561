/** Under what is being written: who can open the files, and what they lose. `name`: the first name of the other person. */
export function WhoSeesFiles({ name }: { name: string }) {
  return (
    <p className="mx-auto -mt-2 max-w-100 wide:mx-0 wide:mt-0 text-balance wide:text-left text-center text-[0.875rem] text-soft">
      Only you and <bdi>{name}</bdi> can open what you add, and our team in a report or claim.
      Places and camera data are removed.
    </p>
  );
}
