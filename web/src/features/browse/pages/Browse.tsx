import { useInfiniteQuery } from '@tanstack/react-query';
import { publicQueryLoader } from '#web/api/screen-loader.ts';
import { Page } from '#web/shell/Page.tsx';
import { FoundAnswers } from '../../public-answers/FoundAnswers.tsx';
import { AlsoInField } from '../AlsoInField.tsx';
import { browseQueries, creatorsQuery, searchedTextIn } from '../browse-address.ts';
import { CreatorRow } from '../CreatorRow.tsx';
import { NobodyListed } from '../NobodyListed.tsx';
import { fieldIn, People, PeopleSearch, peopleCount, rankedCount } from '../People.tsx';
import { usePeopleAddress } from '../use-people-address.ts';

export const loader = publicQueryLoader(browseQueries);

const TITLE = 'Find someone to ask';

/* The listed creators by field, text and filters, for everybody. docs/product/discovery.md */
export function Component() {
  const address = usePeopleAddress();
  const { search, from } = address;
  const list = useInfiniteQuery(creatorsQuery(search));
  const people = list.data?.pages.flatMap((page) => page.data) ?? [];
  const text = searchedTextIn(search);
  return (
    <Page
      title={TITLE}
      documentTitle={fieldIn(search) ?? TITLE}
      header="brand"
      width="broad"
      starts
      beside={<PeopleSearch address={address} />}
    >
      <People
        address={address}
        label="Creators"
        list={list}
        failed="We couldn’t load the creators."
        countWords={text === undefined ? rankedCount : peopleCount}
        after={
          text !== undefined &&
          !list.hasNextPage && <AlsoInField people={people} search={search} from={from} />
        }
        empty={<NobodyListed search={search} goesOn={list.hasNextPage} />}
      >
        {(creator) => <CreatorRow key={creator.id} creator={creator} from={from} />}
      </People>
      {text !== undefined && <FoundAnswers searchText={text} />}
    </Page>
  );
}
