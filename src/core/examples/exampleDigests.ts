/**
 * Digest of an example's table, as by `tableDigest`, for ledgers. A constant saves sorting a million rows, and browsers
 * that differ in a last bit agree on the ledger.
 *
 * @returns undefined for an id that is no example's
 */
export function exampleDigest(id: string): string | undefined {
  return digestOf.get(id);
}

/** Several ids may name one table. */
const digests: readonly (readonly [digest: string, ids: string])[] = [
  ["ad0cb5d2f1109662fb9ac8f3974e922d0319558659dffc5a77d25a4e855ccccc", "sleep"],
  ["64b54213a19c7c51a1995b4b00175b5810b0b93040c7edc5fb85e6f3bd6d3a17", "hall-1 hall-2"],
  ["aa745403d08f9e04f837ed3fe64a063406f0c02fd52494d66c2e51bb70853657", "alda-1"],
  ["5ac1b829c94064043a6a55551cdb0a19d6525139d4875aec10d7b7c9a4801ae8", "faithful faithful-2d faithful-wait"],
  ["6de40941ea7d9a157c56bc67ed67772e14e7f02baff7648837e20f6487d9446e", "irises"],
  ["9a164f645d9294a5cdaa67f430dcfb3841f129aebeabd990a81d471e581d83f2", "mixture-2d"],
  ["a9bcf5aa3726434f90da48ced9a01b6298e82253973043522debbb7210386022", "mixture-3d"],
  ["3f53a9d86f0ec05b30fa9a6f81f980f14b6652086a59a2c002d9e343e08186c1", "million"],
  ["1c1cbce646db50af253d80cc2ac514daa8049469f315f256661bada83c4c10a9", "alda-2"],
  ["69df5b8147c0a1d9121c34a3c18766d0acfb8f77baa0289846dda0bb369369c7", "hall-3"],
  ["2198be51f2a4b547a2bf91f1fde391a795ef8c0e4c8035bb56b75e985c3229a3", "moons"],
  ["f00d9034b0c2144fd2eebe6af927c644808f92983f106f91add58ea6fe14122b", "circles"],
  ["4f967e0c98f174a1d70a6d812f12b4366bcad79272410e10bf77750ec79ba4a4", "iris iris-3 iris-4 iris-sepals"],
  ["0e3090d40d5cbcfe244b7ca69b04e614a0aa1346c9e576e327c10cb6797ba852", "breast-cancer tumour-measures"],
  ["5919eec9fb466b1d64068db9c5f72abaaddf66882ae2d13c35babbc313416780", "cars cars-quantile"],
  ["8e62272767a6f3620095f43bb24e794e4ca946bd2513cae6abff11df3abac23d", "chick-weight"],
  ["afea3413df8132c35f711d3c0d9c39ed2d47ebe7e3fe91f968bb1688c5528806", "tract-profiles"],
  ["dbe85a3d946b9ea94f9401ad568b10faa025b7c4e07948d1d3eada2f895f887e", "trial-arms"],
  [
    "e271fca047699319db7e28980693880e4a5076338cdcf1fc51da8198a0503d2c",
    "mirshani-figure-2 mirshani-figure-3 mirshani-figure-11 mirshani-figure-12",
  ],
  [
    "b18c2241183eb560b34951f3e86d9ecbfe74193456eb0698d3cd4d642ea6b29b",
    "mirshani-1 mirshani-2 mirshani-3 mirshani-4 mirshani-5 mirshani-6 mirshani-7",
  ],
  [
    "3a9ed2268099078d1eb49abc01462bf0e2f4a4dfbf489ae23085151a680b87ea",
    "mirshani-1-e mirshani-2-e mirshani-3-e mirshani-4-e mirshani-5-e mirshani-6-e mirshani-7-e",
  ],
  ["66ae08b8de1b1ec1bd8f7e4c3b6194694e213fb2f58bbbdda1fb7c256c122327", "mirshani-p1.1"],
  ["4bbb54e6fd26958091659781db54a5ae934292dbe5b750bf943627d8d6006ee8", "mirshani-p2"],
  ["6cee1168301975af16a09cc0eac5edcbb88463d5e0b2d56bd3eae62fb2933d74", "mirshani-p3"],
  ["e73076b7c9c23e1192379342ded46fecd3daebcd8847b62687b54105e5aaa0a4", "mirshani-n5"],
  ["80eb941afb82a00bf48570608a676eb02c5ca0ad93c5879c9c2fbc22486fb832", "mirshani-n10"],
  ["1dbce6cf14c5670ce6d6fb5d1a890ea05cfb1ab0ab5416eed93a27f361ee577e", "mirshani-n50"],
  ["53f275abe3cf38a36943ba3841f4b656b12c78e568bd69214067819371e781f0", "mirshani-n100"],
  ["81e1cb0924d2cfb96545928b7c7583df6278621a837712f0937000895787830e", "mirshani-wave"],
  ["d7546052bb31ef7b87baa7393173035ea66595ea2a5c97a06f1285b620b85f31", "mirshani-line"],
  ["5c4e7a7941d1c67f2a2f132df7b9364e2195f85846f93447396e04fd827e3e8b", "mirshani-bump"],
  ["2e312ac264d7fa481fa22b5290bd9447ad7c652d8cb4bc82ece358a567b94b2e", "mirshani-p1.1-e"],
  ["7cedab7065257a4fd2297936335bb8cbb0325cb3ef7f6a2093bba23c840e871b", "mirshani-p2-e"],
  ["2443156180f3ff7f0be11955ae26a0d29a8bdf32368288c7df7257d2ab677a78", "mirshani-p3-e"],
  ["cbc4c6a39ab6b1638a1c80fceccec6c7a54fdb3a5768566c83ccaedb99cf0152", "mirshani-n5-e"],
  ["71be3226987aafd71d109a7610325492e690bee5f491dc1f6b9e6efedff6074c", "mirshani-n10-e"],
  ["0f912924250054d30b8839f88452120b064a2755929cd7df355fe6104ccb27cf", "mirshani-n50-e"],
  ["ebe6829a00a5a26d70995231e84fbf918a788f167746ed288e6ee7222531782a", "mirshani-n100-e"],
  ["71b6a98924b1d0fe31144de0b0e20c72d9ab659346a4a95c0798cdadaa8b13bb", "mirshani-wave-e"],
  ["0511a7f72b01d1dd030a2967fc231b77003844206a6b887b6b94608df4d5422a", "mirshani-line-e"],
  ["c505c3f201267f93b143989a0f9446bd75d61b51b046a0263cb7648847f81fd7", "mirshani-bump-e"],
];

const digestOf = new Map(digests.flatMap(([digest, ids]) => ids.split(" ").map((id) => [id, digest] as const)));
