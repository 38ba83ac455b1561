import { type UseMutationOptions, useMutation } from '@tanstack/react-query';
import { useRef } from 'react';

/**
 * A mutation that a press begins. While it runs, it does not begin again for the same variables: the second press of a double tap
 * comes before the button can show that it is busy.
 */
export function useWrite<Data, Variables = void>(
  options: UseMutationOptions<Data, Error, Variables> &
    Required<Pick<UseMutationOptions<Data, Error, Variables>, 'mutationFn'>>,
) {
  const running = useRef(new Set<Variables>());
  const mutation = useMutation({
    ...options,
    mutationFn: async (variables, context) => {
      try {
        return await options.mutationFn(variables, context);
      } finally {
        running.current.delete(variables);
      }
    },
  });
  const mutate: typeof mutation.mutate = (...call) => {
    const variables = call[0] as Variables;
    if (running.current.has(variables)) return;
    running.current.add(variables);
    mutation.mutate(...call);
  };
  return { ...mutation, mutate };
}
