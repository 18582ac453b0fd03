package org.curtail.linux;

import java.io.IOException;
import org.curtail.ApiListing;
import org.junit.jupiter.api.Test;

class ApiListingTest {
  @Test
  void public_types_are_those_that_are_listed_and_explained() throws IOException {
    ApiListing.check();
  }
}
