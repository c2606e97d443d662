/**
 * Bases of common passwords of at least twelve characters, from published lists of leaked passwords: lower case,
 * without spaces, hyphens, and trailing digits and punctuation.
 */
export const commonPasswords: ReadonlySet<string> = new Set(
  `
  password passw0rd p@ssword p@ssw0rd pa55word mypassword newpassword thepassword yourpassword passwordpassword
  password1password mysecretpassword secretpassword temporarypassword defaultpassword changepassword changeme changemenow
  changethis pleasechangeme welcome welcomehome welcometo welcomeback letmein letmeinnow pleaseletmein opensesame
  administrator administration admin adminadmin adminpassword rootpassword superuser superadmin superman supersecret
  topsecret iloveyou iloveyousomuch iloveyouforever ilovemyself ilovemyfamily ilovemymom iloveyoubaby iloveu
  qwertyuiop qwertyuiopasdfghjkl qwertyuiopasdf qwertyuiopas asdfghjkl asdfghjklzxcvbnm asdfghjkl;' zxcvbnm zxcvbnmasdfghjkl
  qwertyqwerty qwerty qwertyasdfgh qwertyuiop[] qwertzuiop azertyuiop 1q2w3e4r5t6y 1q2w3e4r5t6y7u 1q2w3e4r5t6y7u8i
  1qaz2wsx3edc 1qaz2wsx3edc4rfv 1qazxsw23edc q1w2e3r4t5y6 qazwsxedcrfv qazwsxedc zaq12wsxcde3 zaq1xsw2cde3 1qaz1qaz1qaz
  abcdefghijkl abcdefghijklm abcdefghijklmnop abcdefghijklmnopqrstuvwxyz abcdefg abcdefgh abcd abc abc123abc123 abcabcabcabc
  aaaaaaaaaaaa 123qwe123qwe qwe123qwe123 a1b2c3d4e5f6 football footballfootball baseball basketball liverpool manchesterunited
  manchester chelsea arsenal barcelona realmadrid princess princessprincess sunshine sunshinesunshine dragon monkey starwars
  spiderman batman pokemon michaeljackson metallica blink slipknot linkinpark whatever whateverwhatever trustno trustnoone
  correcthorsebatterystaple correcthorse thisismypassword thisisapassword thisispassword idontknow nopassword none
  testtesttest testpassword testing test guestguest guest masterpassword master computer computercomputer internet
  summertime summer winter spring autumn january february march april june july august september october november december
  monday tuesday wednesday thursday friday saturday sunday jesuschrist jesusislord jesuslovesme godisgood godislove
  christmas christopher elizabeth alexander alexandra jonathan samantha stephanie hello helloworld hellohello hellokitty
  freedom forever foreverandever friends bestfriends friendsforever chocolate strawberry butterfly sweetheart beautiful
  mustang corvette harley ferrari mercedes porsche samsung google facebook microsoft windows linkedin company business
  012345678901 0123456789012 123456789012 1234567890123 12345678901234 123456789012345 1234567890123456 1234567890123456789
  01234567890123456789 12345678901234567890 987654321098 9876543210987 098765432109 0987654321098 112233445566
  11223344556677 1122334455667788 123123123123 123123123123123 123321123321 121212121212 12121212121212 101010101010
  131313131313 147258369147 147258369147258 159357159357 123456123456 1234512345123 123412341234 12345612345678
  102030405060 10203040506070 010203040506 112112112112 102938475610 142536475869 192837465019 314159265358 3141592653589
  compliance governance auditor regulator finance banking security
  `
    .trim()
    .split(/\s+/),
);
