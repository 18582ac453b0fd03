/**
 * Files that users name: a {@link org.curtail.benchkit.files.JsonFile} is a format of plans and
 * profiles, which are also known by the name of a published one, and turns what is wrong with a
 * file into words; {@link org.curtail.benchkit.files.NamedKnowledge} is what an engine begins with
 * that chooses its policies itself; {@link org.curtail.benchkit.files.NamedMachine} is a machine
 * with classes of speed; {@link org.curtail.benchkit.files.InputLines} are the lines of any text;
 * {@link org.curtail.benchkit.files.FolderTree} removes a folder.
 */
@NullMarked
package org.curtail.benchkit.files;

import org.jspecify.annotations.NullMarked;
