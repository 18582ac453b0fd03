/** Duration of computing reissue curves, by JMH. Build and commands: {@code CONTRIBUTING.md}. */
@NullMarked
package org.curtail.workflow;

import org.jspecify.annotations.NullMarked;
